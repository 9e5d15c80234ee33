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
 * Windowed aggregation over windows that depend on time alone: fixed ones, and those of a calendar.
 * Elements are accumulated at once, whatever their order; {@link Aggregate}s do not depend on it.
 *
 * <p>State is kept per pane and key (see {@link WindowBounds}): an element costs one look-up,
 * however many windows it belongs to; a window costs a merge per pane and key when it fires; a
 * stretch without elements costs nothing.
 *
 * <p>For recovery the state is written as deltas, or whole, and read back into a new step. Rows
 * that were recorded as fired are taken out with {@link #remove}.
 *
 * @param <K> the type of the keys
 * @param <T> the type of the elements
 */
public final class WindowStep<K, T> implements Windowing<K, T> {
  private final String name;
  private final WindowBounds windows;
  private final KeySelector<T, K> keys;
  private final boolean single;
  private final Cells<T> none;
  private final Comparator<KeyTable.Row<K>> byKey;
  private final WindowStateFormat<K, T> format;
  private final OpenPanes<K, T> panes;

  /** Elements below this time would come too late; the largest progress that fired. */
  private long closedMicros = Time.MIN;

  /** Where the earliest open window overlaps others and has fired in part: its last row's key. */
  private @Nullable K firedKey;

  private @Nullable Firing<K, T> firing;

  /** The rows of the earliest open window that have not fired, in order. */
  private static final class Firing<K, T> {
    final long startMicros;
    final long endMicros;
    final Cells<T> cells;
    final List<KeyTable.Row<K>> rows;
    int next;

    Firing(long startMicros, long endMicros, Cells<T> cells, List<KeyTable.Row<K>> rows) {
      this.startMicros = startMicros;
      this.endMicros = endMicros;
      this.cells = cells;
      this.rows = rows;
    }
  }

  /**
   * An empty step.
   *
   * @param name of the stream, for messages
   * @param windows which windows an element belongs to: fixed ones, or of a calendar
   * @param keys of elements, which windows are kept for one by one
   * @param aggregates what is computed, in the order of the values of a row
   */
  public WindowStep(
      String name,
      Windows windows,
      KeySelector<T, K> keys,
      List<? extends Aggregate<? super T, ?>> aggregates) {
    this.name = name;
    this.windows = WindowBounds.of(windows);
    this.keys = keys;
    this.single = aggregates.size() == 1;
    this.none = Cells.of(Composite.of(aggregates), 0);
    this.byKey = (left, right) -> keys.order().compare(left.key(), right.key());
    this.format = new WindowStateFormat<>(keys, aggregates.size());
    this.panes = new OpenPanes<>(this.windows, none);
  }

  @Override
  public void accept(long assignedMicros, T element) {
    K key = keys.key().apply(element);
    if (key == null) {
      throw new IllegalStateException("an element without a key came to stream " + name);
    }
    if (key != KeySelector.NOWHERE) {
      accept(assignedMicros, key, element);
    }
  }

  /** Accumulates an element whose key is known. */
  public void accept(long assignedMicros, K key, T element) {
    accept(assignedMicros, key, key.hashCode(), element);
  }

  @Override
  public void accept(long assignedMicros, K key, int hashCode, T element) {
    Pane<K, T> pane = paneAt(assignedMicros);
    if (pane != null) {
      add(pane, panes.slot(pane, key, KeyTable.spread(hashCode)), element);
    }
  }

  @Override
  public void accept(long assignedMicros, long key, int hashCode, T element) {
    Pane<K, T> pane = paneAt(assignedMicros);
    if (pane != null) {
      add(pane, panes.slotOfNumber(pane, key, KeyTable.spread(hashCode)), element);
    }
  }

  private @Nullable Pane<K, T> paneAt(long assignedMicros) {
    if (assignedMicros < closedMicros) {
      throw BrokenPromise.of(name, closedMicros, assignedMicros);
    }
    return panes.at(windows.place(assignedMicros));
  }

  private void add(Pane<K, T> pane, int slot, T element) {
    panes.mark(pane, slot);
    pane.table.cells().add(slot, element);
  }

  @Override
  public boolean isEmpty() {
    settle();
    return panes.isEmpty();
  }

  @Override
  public long nextDueMicros() {
    settle();
    return panes.isEmpty() ? Time.MAX : windows.dueMicros(panes.firstEnd());
  }

  @Override
  public long holdMicros() {
    settle();
    return panes.isEmpty() ? Time.MAX : windows.resultTimeMicros(panes.firstEnd());
  }

  @Override
  public List<WindowResult<K>> fire(long progressMicros, int maxRows) {
    closedMicros = Math.max(closedMicros, progressMicros);
    List<WindowResult<K>> results = new ArrayList<>();
    while (results.size() < maxRows
        && !panes.isEmpty()
        && windows.dueMicros(panes.firstEnd()) <= progressMicros) {
      Firing<K, T> window = firing();
      int from = window.next;
      int to = Math.min(window.rows.size(), from + maxRows - results.size());
      for (int i = from; i < to; i++) {
        results.add(result(window, window.rows.get(i)));
      }
      window.next = to;
      if (to == window.rows.size()) {
        closeFirstWindow();
      } else {
        leaveFired(window, from, to);
      }
    }
    return results;
  }

  @Override
  public @Nullable NextRow<K> next(long progressMicros) {
    if (nextDueMicros() > progressMicros || panes.isEmpty()) {
      return null;
    }
    Firing<K, T> next = firing();
    return new NextRow<>(
        windows.resultTimeMicros(next.endMicros),
        next.endMicros,
        next.startMicros,
        next.rows.get(next.next).key());
  }

  @Override
  public long resultTimeMicros(WindowResult<K> result) {
    return windows.resultTimeMicros(result.endMicros());
  }

  /**
   * A row of the window and key, which are not in the state, came before what fires next. It is
   * noted as {@link #remove} would note it.
   */
  void passed(long startMicros, long endMicros, K key) {
    boolean first =
        !panes.isEmpty() && panes.firstStart() == startMicros && panes.firstEnd() == endMicros;
    if (first
        && windows.overlap()
        && (firedKey == null || keys.order().compare(firedKey, key) < 0)) {
      firedKey = key;
    }
  }

  private Firing<K, T> firing() {
    Firing<K, T> current = firing;
    if (current == null) {
      KeyTable<K, T> table = firstWindow();
      List<KeyTable.Row<K>> rows = table.rows();
      K last = firedKey;
      if (last != null) {
        rows.removeIf(row -> keys.order().compare(row.key(), last) <= 0);
      }
      rows.sort(byKey);
      current = new Firing<>(panes.firstStart(), panes.firstEnd(), table.cells(), rows);
      firing = current;
    }
    return current;
  }

  /** What the earliest open window has accumulated. */
  private KeyTable<K, T> firstWindow() {
    List<Pane<K, T>> parts = panes.firstWindow();
    if (parts.size() == 1) {
      return parts.get(0).table;
    }
    KeyTable<K, T> merged = new KeyTable<>(none, 0);
    for (Pane<K, T> part : parts) {
      for (KeyTable.Row<K> from : part.table.rows()) {
        int hash = KeyTable.spread(from.key().hashCode());
        int found = merged.find(from.key(), hash);
        int into = found < 0 ? merged.insert(from.key(), hash) : found;
        merged.cells().merge(into, part.table.cells(), from.slot());
      }
    }
    return merged;
  }

  private WindowResult<K> result(Firing<K, T> window, KeyTable.Row<K> row) {
    List<@Nullable Object> values = values(window, row);
    if (windows.marksFinal()) {
      List<@Nullable Object> marked = new ArrayList<>(values.size() + 1);
      marked.add(windows.isFinal(window.startMicros, window.endMicros));
      marked.addAll(values);
      values = Collections.unmodifiableList(marked);
    }
    return new WindowResult<>(window.startMicros, window.endMicros, row.key(), values);
  }

  @SuppressWarnings("unchecked")
  private List<@Nullable Object> values(Firing<K, T> window, KeyTable.Row<K> row) {
    try {
      Object result = window.cells.result(row.slot());
      if (result != null && !single) {
        return (List<@Nullable Object>) result;
      }
      List<@Nullable Object> values = new ArrayList<>(1);
      values.add(result);
      return Collections.unmodifiableList(values);
    } catch (SumOverflow overflow) {
      throw overflow.in(name, window.startMicros, window.endMicros, row.key());
    }
  }

  private void closeFirstWindow() {
    panes.closeFirstWindow();
    firing = null;
    firedKey = null;
  }

  /** Takes the fired rows of a window with rows to come out of the panes that end with it. */
  private void leaveFired(Firing<K, T> window, int from, int to) {
    for (Pane<K, T> pane : panes.firstWindow()) {
      if (pane.open == 1) {
        for (KeyTable.Row<K> row : window.rows.subList(from, to)) {
          panes.remove(pane, row.key());
        }
        panes.removeIfEmpty(pane);
      }
    }
    if (windows.overlap()) {
      firedKey = window.rows.get(to - 1).key();
    }
  }

  /** After a recovery from rows: closes the earliest window if all its rows had fired. */
  private void settle() {
    if (firedKey != null && firing == null && firing().rows.isEmpty()) {
      closeFirstWindow();
    }
  }

  @Override
  public int unrecorded() {
    return panes.changed();
  }

  @Override
  public void writeDelta(DataOutput out) throws IOException {
    settle();
    format.writeDelta(panes, firedKey, out);
  }

  @Override
  public void writeAll(DataOutput out) throws IOException {
    settle();
    format.writeAll(panes, firedKey, out);
  }

  @Override
  public void readInto(DataInput in) throws IOException {
    firing = null;
    firedKey = format.read(panes, in);
  }

  @Override
  public void remove(WindowResult<K> result) {
    firing = null;
    if (panes.closeBefore(result.startMicros(), result.endMicros())) {
      firedKey = null;
    }
    if (!isFirst(result)) {
      return;
    }
    for (Pane<K, T> pane : panes.firstWindow()) {
      if (pane.open == 1) {
        panes.remove(pane, result.key());
        panes.removeIfEmpty(pane);
      }
    }
    if (!isFirst(result)) {
      firedKey = null;
    } else if (windows.overlap()
        && (firedKey == null || keys.order().compare(firedKey, result.key()) < 0)) {
      firedKey = result.key();
    }
  }

  private boolean isFirst(WindowResult<K> result) {
    return !panes.isEmpty()
        && panes.firstStart() == result.startMicros()
        && panes.firstEnd() == result.endMicros();
  }

  @Override
  public int openEntries() {
    return panes.entries();
  }

  @Override
  public long discard() {
    settle();
    long rows = 0;
    while (!panes.isEmpty()) {
      Firing<K, T> window = firing();
      rows += window.rows.size() - window.next;
      closeFirstWindow();
    }
    return rows;
  }
}
