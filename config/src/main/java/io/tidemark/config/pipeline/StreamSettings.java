package io.tidemark.config.pipeline;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stream: what it reads, which rows of it, and what it makes of them.
 *
 * @param name unique among sources and streams
 * @param reads the sources and streams it reads, at least one
 * @param where which rows count; null: all
 * @param work what it makes of them
 */
public record StreamSettings(String name, List<Read> reads, @Nullable Term where, Work work) {
  /** Copies the list. */
  public StreamSettings {
    reads = List.copyOf(reads);
  }

  /**
   * Something a stream reads.
   *
   * @param key under which key of the stream's block it stands
   * @param from its name
   */
  public record Read(String key, String from) {}

  /** What a stream makes of rows. */
  public sealed interface Work {}

  /**
   * Aggregates over the windows of each key.
   *
   * @param keyBy the key columns; none: one key for all rows
   * @param window its windows
   * @param select what it computes, in the order of the output columns
   */
  public record Windowed(List<String> keyBy, WindowSettings window, List<Selection> select)
      implements Work {
    /** Copies the lists. */
    public Windowed {
      keyBy = List.copyOf(keyBy);
      select = List.copyOf(select);
    }

    /** The names of a result's values: what marks its window, if anything, and what is selected. */
    public List<String> valueColumns() {
      List<String> columns = new ArrayList<>();
      WindowSettings.@Nullable Mark mark = window.mark();
      if (mark != null) {
        columns.add(mark.column());
      }
      select.forEach(selection -> columns.add(selection.name()));
      return columns;
    }
  }

  /**
   * A row of each row, without a key.
   *
   * @param select its columns; null: those of what is read
   */
  public record Rows(@Nullable List<Computed> select) implements Work {
    /** Copies the list. */
    public Rows {
      select = select == null ? null : List.copyOf(select);
    }
  }

  /**
   * Rows of two inputs put together.
   *
   * @param join which
   * @param select the columns of the results
   */
  public record Joined(JoinSettings join, List<Computed> select) implements Work {
    /** Copies the list. */
    public Joined {
      select = List.copyOf(select);
    }
  }

  /**
   * A computation of somebody's own.
   *
   * @param keyBy the key columns; none: one key for all rows
   * @param className of a class on the class path
   */
  public record Transformed(List<String> keyBy, String className) implements Work {
    /** Copies the list. */
    public Transformed {
      keyBy = List.copyOf(keyBy);
    }
  }

  /** The names of what it reads, in the order of the file. */
  public List<String> froms() {
    return reads.stream().map(Read::from).distinct().toList();
  }

  /** Whether it reads the source or stream of the name. */
  public boolean reads(String from) {
    return froms().contains(from);
  }

  /** Whether its results have no key: they are rows of what it reads, made where they are read. */
  public boolean isOfRows() {
    return work instanceof Rows;
  }

  /** The columns by which it keeps rows apart; of a join the left one's. */
  public List<String> keyBy() {
    if (work instanceof Windowed windowed) {
      return windowed.keyBy();
    } else if (work instanceof Transformed transformed) {
      return transformed.keyBy();
    }
    return work instanceof Joined joined ? joined.join().leftKey() : List.of();
  }
}
