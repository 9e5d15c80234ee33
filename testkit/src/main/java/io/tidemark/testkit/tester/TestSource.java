package io.tidemark.testkit.tester;

import io.tidemark.core.codec.Codec;
import io.tidemark.core.join.Version;
import io.tidemark.core.row.RecordCodec;
import io.tidemark.core.source.Offset;
import io.tidemark.core.source.PartitionReader;
import io.tidemark.core.source.RecordBatch;
import io.tidemark.core.source.Source;
import io.tidemark.testkit.ScriptedSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A source that a test fills by hand, in place of the files of a pipeline. Not thread-safe.
 *
 * @param <T> the type of the elements
 */
public final class TestSource<T> implements Source<T> {
  private final Codec<T> codec;
  private final boolean follows;
  private final boolean completeToNow;
  private final List<List<T>> partitions = new ArrayList<>();
  private boolean ended;

  private TestSource(Codec<T> codec, int partitions, boolean follows, boolean completeToNow) {
    this.codec = codec;
    this.follows = follows;
    this.completeToNow = completeToNow;
    for (int i = 0; i < partitions; i++) {
      this.partitions.add(new ArrayList<>());
    }
  }

  /**
   * An empty source of one partition.
   *
   * @param type the record class of the elements
   */
  public static <T extends Record> TestSource<T> of(Class<T> type) {
    return of(RecordCodec.of(type));
  }

  /** An empty source of one partition. */
  public static <T> TestSource<T> of(Codec<T> codec) {
    return new TestSource<>(codec, 1, false, false);
  }

  /**
   * An empty reference table, in place of its files: put versions into it, in the order of their
   * times.
   *
   * @param rows the record class of the rows
   */
  public static <R extends Record> TestSource<Version<R>> referenceTable(Class<R> rows) {
    return new TestSource<>(Version.codec(RecordCodec.of(rows)), 1, false, true);
  }

  /** An empty source like this one with so many partitions, at least 1. */
  public TestSource<T> partitions(int count) {
    return new TestSource<>(codec, count, follows, completeToNow);
  }

  /**
   * An empty source like this one that goes on growing as a followed file does: where the pipeline
   * names no arrival times, an element arrives when the virtual clock stands, and a quiet source
   * goes on with that clock.
   */
  public TestSource<T> following() {
    return new TestSource<>(codec, partitions.size(), true, completeToNow);
  }

  /** Adds elements to the first partition, in the order in which they will be read. */
  @SafeVarargs
  public final void put(T... elements) {
    for (T element : elements) {
      putInto(0, element);
    }
  }

  /** Adds an element to a partition, counted from 0. */
  public void putInto(int partition, T element) {
    if (ended) {
      throw new IllegalStateException("the source has ended, nothing follows: element=" + element);
    }
    partitions.get(partition).add(element);
  }

  /** Nothing follows, in any partition. Of a source that follows there is no end. */
  public void end() {
    if (follows) {
      throw new IllegalStateException("a source that follows has no end");
    }
    ended = true;
  }

  @Override
  public List<String> partitions() {
    return ScriptedSource.names(partitions.size());
  }

  @Override
  public PartitionReader open(int partition) {
    List<T> elements = partitions.get(partition);
    return new PartitionReader() {
      @Override
      public RecordBatch read(Offset from, int maxRecords) {
        int size = (int) Math.min(maxRecords, elements.size() - from.position());
        boolean last = ended && from.position() + size == elements.size();
        return ScriptedSource.batch(elements, from, size, last);
      }

      @Override
      public void close() {
        // There is nothing to close.
      }
    };
  }

  @Override
  public boolean follows() {
    return follows;
  }

  @Override
  public boolean isCompleteToNow() {
    return completeToNow;
  }

  @Override
  public Optional<Codec<T>> codec() {
    return Optional.of(codec);
  }
}
