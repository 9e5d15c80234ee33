package io.tidemark.core.window;

import io.tidemark.core.key.KeySelector;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Windowed aggregation by key: takes elements and progress, gives rows. Not thread-safe: owned by
 * one entity.
 *
 * <p>Rows come in canonical order (window end, window start, key), each once. What they are follows
 * from the elements alone, not from their order, nor from how progress came in steps.
 *
 * <p>For recovery the state is written as deltas, or whole, and read back into a new one. Rows that
 * were recorded as fired are taken out with {@link #remove}.
 *
 * @param <K> the type of the keys
 * @param <T> the type of the elements
 */
public sealed interface Windowing<K, T>
    permits WindowStep, FilledStep, SessionStep, MomentStep, SeveralStep {
  /**
   * One that has seen nothing.
   *
   * @param stream its name, for messages
   * @param keys of elements, which windows are kept for one by one
   * @param aggregates what is computed, in the order of the values of a row; at least one
   */
  static <K, T> Windowing<K, T> of(
      String stream,
      Windows windows,
      KeySelector<T, K> keys,
      List<? extends Aggregate<? super T, ?>> aggregates) {
    if (windows instanceof SeveralWindows several) {
      return new SeveralStep<>(stream, several, keys, aggregates);
    } else if (windows instanceof SessionWindows sessions) {
      return new SessionStep<>(stream, sessions, keys, aggregates);
    }
    if (windows instanceof FilledWindows filled) {
      return new FilledStep<>(stream, filled, keys, aggregates);
    }
    MomentRule rule = MomentRule.of(windows);
    return rule == null
        ? new WindowStep<>(stream, windows, keys, aggregates)
        : new MomentStep<>(stream, rule, keys, aggregates);
  }

  /**
   * Accumulates an element under its own key.
   *
   * @param assignedMicros its assigned time, finite, not below the progress that fired
   */
  void accept(long assignedMicros, T element);

  /** Accumulates an element whose key and the key's hash code are known. */
  void accept(long assignedMicros, K key, int hashCode, T element);

  /** The same where keys are {@code Long}s. */
  void accept(long assignedMicros, long key, int hashCode, T element);

  /** Whether no window is open. */
  boolean isEmpty();

  /**
   * The least progress at which some open window is final; {@code Time.MAX} where only the end of
   * all input makes one so, or where none is open, which {@link #isEmpty} tells apart.
   */
  long nextDueMicros();

  /** The earliest assigned time a row may still have; {@code Time.MAX} where no window is open. */
  long holdMicros();

  /**
   * Takes rows of windows that are final, in canonical order, out of the state. There are more
   * while {@link #nextDueMicros} is not above the progress and a window is open.
   *
   * @param progressMicros no element below it follows
   * @param maxRows at most so many rows; with 0 it only hears of the progress
   * @throws SumOverflow where a result lies beyond its type; names window and key
   */
  List<WindowResult<K>> fire(long progressMicros, int maxRows);

  /** What orders the row that fires next; null where none is final at the progress. */
  @Nullable NextRow<K> next(long progressMicros);

  /** The assigned time of a row. */
  long resultTimeMicros(WindowResult<K> result);

  /** How many entries of the state changed since the last delta and have not fired. */
  int unrecorded();

  /** Writes the entries that changed since the last delta and have not fired, and marks them so. */
  void writeDelta(DataOutput out) throws IOException;

  /** Writes the whole state, in an order that depends on nothing but the state. */
  void writeAll(DataOutput out) throws IOException;

  /** Reads a delta or a whole state: its entries replace those that they were made from. */
  void readInto(DataInput in) throws IOException;

  /**
   * In recovery, for each row recorded as fired, in the order they fired, before or after the delta
   * recorded with it is read: takes the row, and what came before it, out of the state.
   */
  void remove(WindowResult<K> result);

  /** How many entries of the state there are. */
  int openEntries();

  /**
   * Drops all open windows.
   *
   * @return how many rows they would have given
   */
  long discard();
}
