package io.tidemark.core.window;

import io.tidemark.core.key.KeySelector;
import io.tidemark.core.time.Time;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@link FilledWindows}: the rows of windows with elements, and between and after them those of
 * empty ones, in one canonical order. A row costs a look-up of its key and two in the order of the
 * rows to come; a key costs some hundred bytes while it may still give an empty row.
 *
 * <p>Which rows are of empty windows cannot be seen from the rows themselves, so a delta has the
 * keys whose next row changed, besides what the windows with elements write.
 */
final class FilledStep<K, T> implements Windowing<K, T> {
  /** Of the form in which it is written; panes have 1, sessions 2, several 3, moments 4. */
  private static final int VERSION = 5;

  private final FixedBounds bounds;
  private final long sizeMicros;
  private final WindowStep<K, T> filled;
  private final LiveKeys<K> live;
  private final Comparator<NextRow<K>> order;
  private final List<@Nullable Object> nothing;

  FilledStep(
      String stream,
      FilledWindows windows,
      KeySelector<T, K> keys,
      List<? extends Aggregate<? super T, ?>> aggregates) {
    this.bounds = new FixedBounds(windows.of());
    this.sizeMicros = windows.of().sizeMicros();
    this.filled = new WindowStep<>(stream, windows.of(), keys, aggregates);
    this.live = new LiveKeys<>(windows, keys);
    this.order = NextRow.order(keys.order());
    List<@Nullable Object> values = new ArrayList<>();
    aggregates.forEach(aggregate -> values.add(ofNothing(aggregate)));
    this.nothing = Collections.unmodifiableList(values);
  }

  private static <A> @Nullable Object ofNothing(Aggregate<?, A> aggregate) {
    return aggregate.result(aggregate.create());
  }

  @Override
  public void accept(long assignedMicros, T element) {
    filled.accept(assignedMicros, element);
  }

  @Override
  public void accept(long assignedMicros, K key, int hashCode, T element) {
    filled.accept(assignedMicros, key, hashCode, element);
  }

  @Override
  public void accept(long assignedMicros, long key, int hashCode, T element) {
    filled.accept(assignedMicros, key, hashCode, element);
  }

  @Override
  public boolean isEmpty() {
    return live.size() == 0 && filled.isEmpty();
  }

  @Override
  public long nextDueMicros() {
    LiveKeys.Live<K> first = live.first();
    long due = filled.nextDueMicros();
    return first == null ? due : Math.min(due, bounds.dueMicros(first.nextEndMicros()));
  }

  @Override
  public long holdMicros() {
    LiveKeys.Live<K> first = live.first();
    long hold = filled.holdMicros();
    return first == null ? hold : Math.min(hold, bounds.resultTimeMicros(first.nextEndMicros()));
  }

  @Override
  public @Nullable NextRow<K> next(long progressMicros) {
    NextRow<K> row = filled.next(progressMicros);
    LiveKeys.Live<K> first = live.first();
    if (first == null || bounds.dueMicros(first.nextEndMicros()) > progressMicros) {
      return row;
    }
    NextRow<K> empty = row(first);
    return row == null || order.compare(empty, row) < 0 ? empty : row;
  }

  private NextRow<K> row(LiveKeys.Live<K> of) {
    long end = of.nextEndMicros();
    return new NextRow<>(bounds.resultTimeMicros(end), end, Time.minus(end, sizeMicros), of.key);
  }

  @Override
  public List<WindowResult<K>> fire(long progressMicros, int maxRows) {
    filled.fire(progressMicros, 0);
    List<WindowResult<K>> results = new ArrayList<>();
    while (results.size() < maxRows) {
      NextRow<K> row = filled.next(progressMicros);
      LiveKeys.Live<K> first = live.first();
      boolean due = first != null && bounds.dueMicros(first.nextEndMicros()) <= progressMicros;
      if (first != null && due && (row == null || order.compare(row(first), row) < 0)) {
        results.add(empty(first));
      } else if (row != null) {
        results.addAll(filled.fire(progressMicros, 1));
        live.filled(row.key(), row.endMicros());
      } else {
        break;
      }
    }
    return results;
  }

  private WindowResult<K> empty(LiveKeys.Live<K> of) {
    long end = of.nextEndMicros();
    long start = Time.minus(end, sizeMicros);
    filled.passed(start, end, of.key);
    live.passedEmpty(of);
    return new WindowResult<>(start, end, of.key, nothing);
  }

  @Override
  public long resultTimeMicros(WindowResult<K> result) {
    return bounds.resultTimeMicros(result.endMicros());
  }

  // ---- the journal

  @Override
  public int unrecorded() {
    return filled.unrecorded() + live.unrecorded();
  }

  @Override
  public void writeDelta(DataOutput out) throws IOException {
    out.writeByte(VERSION);
    filled.writeDelta(out);
    live.writeDelta(out);
  }

  @Override
  public void writeAll(DataOutput out) throws IOException {
    out.writeByte(VERSION);
    filled.writeAll(out);
    live.writeAll(out);
  }

  @Override
  public void readInto(DataInput in) throws IOException {
    int version = in.readByte();
    if (version != VERSION) {
      throw new IOException(
          "state of windows with empty ones of another version: expected="
              + VERSION
              + ", actual="
              + version);
    }
    filled.readInto(in);
    live.read(in);
  }

  @Override
  public void remove(WindowResult<K> result) {
    filled.remove(result);
  }

  @Override
  public int openEntries() {
    return filled.openEntries() + live.size();
  }

  /** Only windows with elements count: of the others nobody knows whether they are empty. */
  @Override
  public long discard() {
    live.clear();
    return filled.discard();
  }
}
