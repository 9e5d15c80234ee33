package io.tidemark.core.window;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.time.Time;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * {@link SeveralWindows} side by side: each sees every element, and the rows of all come in one
 * canonical order, with the name of their windows before their values.
 */
final class SeveralStep<K, T> implements Windowing<K, T> {
  /** Of the form in which the parts are written; panes have 1, sessions 2. */
  private static final int VERSION = 3;

  private record Part<K, T>(String name, Windowing<K, T> windowing) {}

  /** In the order of their names, so that of equal rows the first part has the first. */
  private final List<Part<K, T>> parts = new ArrayList<>();

  private final Comparator<NextRow<K>> order;

  SeveralStep(
      String stream,
      SeveralWindows windows,
      KeySelector<T, K> keys,
      List<? extends Aggregate<? super T, ?>> aggregates) {
    for (NamedWindows one : windows.all()) {
      parts.add(new Part<>(one.name(), Windowing.of(stream, one.windows(), keys, aggregates)));
    }
    parts.sort(Comparator.comparing(Part::name, SeveralWindows.NAMES));
    this.order = NextRow.order(keys.order());
  }

  @Override
  public void accept(long assignedMicros, T element) {
    parts.forEach(part -> part.windowing.accept(assignedMicros, element));
  }

  @Override
  public void accept(long assignedMicros, K key, int hashCode, T element) {
    parts.forEach(part -> part.windowing.accept(assignedMicros, key, hashCode, element));
  }

  @Override
  public void accept(long assignedMicros, long key, int hashCode, T element) {
    parts.forEach(part -> part.windowing.accept(assignedMicros, key, hashCode, element));
  }

  @Override
  public boolean isEmpty() {
    return parts.stream().allMatch(part -> part.windowing.isEmpty());
  }

  @Override
  public long nextDueMicros() {
    return least(Windowing::nextDueMicros);
  }

  @Override
  public long holdMicros() {
    return least(Windowing::holdMicros);
  }

  private long least(ToLongFunction<Windowing<K, T>> of) {
    long least = Time.MAX;
    for (Part<K, T> part : parts) {
      least = Math.min(least, of.applyAsLong(part.windowing));
    }
    return least;
  }

  @Override
  public @Nullable NextRow<K> next(long progressMicros) {
    Part<K, T> first = first(progressMicros);
    return first == null ? null : first.windowing.next(progressMicros);
  }

  private @Nullable Part<K, T> first(long progressMicros) {
    Part<K, T> first = null;
    NextRow<K> least = null;
    for (Part<K, T> part : parts) {
      NextRow<K> row = part.windowing.next(progressMicros);
      if (row != null && (least == null || order.compare(row, least) < 0)) {
        first = part;
        least = row;
      }
    }
    return first;
  }

  @Override
  public List<WindowResult<K>> fire(long progressMicros, int maxRows) {
    List<WindowResult<K>> results = new ArrayList<>();
    // So that those without a row that is due let go of what they need no more.
    parts.forEach(part -> part.windowing.fire(progressMicros, 0));
    Part<K, T> first = first(progressMicros);
    while (first != null && results.size() < maxRows) {
      for (WindowResult<K> row : first.windowing.fire(progressMicros, 1)) {
        results.add(named(first.name, row));
      }
      first = first(progressMicros);
    }
    return results;
  }

  private static <K> WindowResult<K> named(String name, WindowResult<K> row) {
    List<@Nullable Object> values = new ArrayList<>(row.values().size() + 1);
    values.add(name);
    values.addAll(row.values());
    return new WindowResult<>(
        row.startMicros(), row.endMicros(), row.key(), Collections.unmodifiableList(values));
  }

  private Windowing<K, T> of(WindowResult<K> result) {
    Object name = result.values().get(0);
    for (Part<K, T> part : parts) {
      if (part.name.equals(name)) {
        return part.windowing;
      }
    }
    throw new IllegalStateException("no windows have the name " + name);
  }

  @Override
  public long resultTimeMicros(WindowResult<K> result) {
    return of(result).resultTimeMicros(result);
  }

  @Override
  public int unrecorded() {
    return parts.stream().mapToInt(part -> part.windowing.unrecorded()).sum();
  }

  @Override
  public void writeDelta(DataOutput out) throws IOException {
    writeHead(out);
    for (Part<K, T> part : parts) {
      part.windowing.writeDelta(out);
    }
  }

  @Override
  public void writeAll(DataOutput out) throws IOException {
    writeHead(out);
    for (Part<K, T> part : parts) {
      part.windowing.writeAll(out);
    }
  }

  private void writeHead(DataOutput out) throws IOException {
    out.writeByte(VERSION);
    Bytes.writeVarInt(parts.size(), out);
  }

  @Override
  public void readInto(DataInput in) throws IOException {
    int version = in.readByte();
    int size = Bytes.readVarInt(in);
    if (version != VERSION || size != parts.size()) {
      throw new IOException(
          "state of other windows: expected="
              + parts.size()
              + " of version "
              + VERSION
              + ", actual="
              + size
              + " of version "
              + version);
    }
    for (Part<K, T> part : parts) {
      part.windowing.readInto(in);
    }
  }

  @Override
  public void remove(WindowResult<K> result) {
    of(result).remove(result);
  }

  @Override
  public int openEntries() {
    return parts.stream().mapToInt(part -> part.windowing.openEntries()).sum();
  }

  @Override
  public long discard() {
    return parts.stream().mapToLong(part -> part.windowing.discard()).sum();
  }
}
