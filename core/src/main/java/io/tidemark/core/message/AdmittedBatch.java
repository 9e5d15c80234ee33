package io.tidemark.core.message;

import io.tidemark.core.time.Action;
import org.jspecify.annotations.Nullable;

/**
 * The accepted elements of one decision, column by column, shared by all that receive a part of it.
 * Immutable once handed on; arrays may be longer than the number of elements.
 *
 * @param values the elements
 * @param timeMicros assigned times; under substreams the times after the late rule
 * @param keyed what a key group needs besides; null for substreams
 * @param fed what a substream needs besides; null without substreams
 */
// Columns are shared, never copied and never compared: the arrays are the point.
@SuppressWarnings("ArrayRecordComponent")
public record AdmittedBatch(
    Object[] values, long[] timeMicros, @Nullable Keyed keyed, @Nullable Fed fed) {

  /**
   * What travels to key groups with each element, so that they need not look into it again.
   *
   * @param numbers keys of the computation where each is a {@code Long}; null where one is none
   * @param keys the keys where there are no numbers; in place of one, {@link
   *     io.tidemark.core.key.Groups} of an element of which each group makes its own part
   * @param hashCodes of the keys
   */
  @SuppressWarnings("ArrayRecordComponent")
  public record Keyed(long @Nullable [] numbers, Object[] keys, int[] hashCodes) {}

  /**
   * What a partition knows of each element, which travels to substreams.
   *
   * @param file of all elements
   * @param positions offsets within the file
   * @param eventMicros times before any policy
   * @param arrivalMicros arrival times
   * @param floorBefore the partition's floor before each element
   * @param floorAfter the partition's floor after each element
   * @param actions what the partition did to each
   */
  @SuppressWarnings("ArrayRecordComponent")
  public record Fed(
      int file,
      long[] positions,
      long[] eventMicros,
      long[] arrivalMicros,
      long[] floorBefore,
      long[] floorAfter,
      Action[] actions) {
    /** What the partition knows of an element. */
    public Origin origin(int index) {
      return origin(index, actions[index]);
    }

    /** The same where more has been done to the element since. */
    public Origin origin(int index, Action action) {
      return new Origin(file, positions[index], eventMicros[index], arrivalMicros[index], action);
    }
  }

  /**
   * Some of the elements, in offset order.
   *
   * @param order indices into the batch, of which this slice owns {@code from} to {@code to}; null
   *     where the elements themselves stand there
   */
  @SuppressWarnings("ArrayRecordComponent")
  public record Slice(AdmittedBatch batch, int @Nullable [] order, int from, int to) {
    private static final Slice NONE =
        new Slice(new AdmittedBatch(new Object[0], new long[0], null, null), null, 0, 0);

    /** A slice without an element. */
    public static Slice none() {
      return NONE;
    }

    /** How many elements. */
    public int size() {
      return to - from;
    }

    /** Index in the batch of the slice's element, from 0. */
    public int index(int element) {
      return order == null ? from + element : order[from + element];
    }

    /** The element. */
    public Object value(int element) {
      return batch.values[index(element)];
    }

    /** Its time. */
    public long timeMicros(int element) {
      return batch.timeMicros[index(element)];
    }
  }
}
