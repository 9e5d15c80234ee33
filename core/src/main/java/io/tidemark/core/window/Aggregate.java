package io.tidemark.core.window;

import io.tidemark.core.codec.Codec;
import org.jspecify.annotations.Nullable;

/**
 * What is computed over the elements of a window. Stateless and thread-safe; accumulators are
 * mutable and belong to one window and key. {@link Aggregates} has those that come with the system;
 * a program may implement others.
 *
 * <p>Elements are accumulated as they come, in an order nobody promises, and in parts that are
 * merged later. So {@link #add} and {@link #merge} must be exactly commutative and associative: the
 * result is the same, bit for bit, in whatever order and parts. A sum of doubles in a {@code
 * double} is not; {@link Aggregates} has one that is. The bytes that {@link #codec} writes are a
 * function of what was accumulated alone, too: no hash map's order. They are read back by a later
 * run, so they do not change.
 *
 * @param <T> the type of the elements
 * @param <A> the type of the accumulators
 */
public interface Aggregate<T, A> {
  /** What messages call it, and a column where nothing else names it. */
  String name();

  /** An accumulator of no element. */
  A create();

  /** Adds an element. */
  void add(A accumulator, T element);

  /**
   * Whether it depends on where elements stand in the canonical order. Elements are then added with
   * {@link #add(Object, Object, Position)}, still in any order and any parts: it keeps as much of
   * the positions as it needs. That costs more for each element, whatever else is computed.
   */
  default boolean isOrdered() {
    return false;
  }

  /** Adds an element with its position; elements of one accumulator have positions of their own. */
  default void add(A accumulator, T element, Position position) {
    add(accumulator, element);
  }

  /** Adds to {@code into} what {@code from} has accumulated, and leaves {@code from} as it is. */
  void merge(A into, A from);

  /**
   * How a part is taken out again; null where the aggregate cannot, and windows that slide merge
   * what is inside anew for each row.
   */
  default @Nullable Retraction<A> retraction() {
    return null;
  }

  /**
   * The result: a value a row can hold, null over no value. Leaves the accumulator as it is.
   *
   * @throws SumOverflow where the result lies beyond its type
   */
  @Nullable Object result(A accumulator);

  /** How accumulators are written. */
  Codec<A> codec();

  /** The same aggregate under another name. */
  default Aggregate<T, A> as(String name) {
    return new Renamed<>(name, this);
  }
}
