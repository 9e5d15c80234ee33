package io.tidemark.core.time;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Reads one time, event or arrival, from an element. Thread-safe; a function of the element alone.
 *
 * @param <T> the type of the elements
 */
@FunctionalInterface
public interface TimestampAssigner<T> {
  /**
   * The element's time, in microseconds since 1970-01-01T00:00Z; finite.
   *
   * @throws BadTimestamp where it has none
   */
  long micros(T element) throws BadTimestamp;

  /** The element's time as it stands in its source; here as a time is printed. */
  default String text(T element) {
    try {
      return Time.format(micros(element));
    } catch (BadTimestamp e) {
      return e.text();
    }
  }

  /** A field that holds an instant. */
  @FunctionalInterface
  interface InstantField<T> {
    /** The element's instant; null where it has none. */
    @Nullable Instant of(T element);
  }

  /**
   * The assigner of a field that holds an instant, rounded down to a tick. A null or an instant
   * outside the axis is bad input.
   */
  static <T> TimestampAssigner<T> of(InstantField<T> field) {
    return element -> {
      Instant instant = field.of(element);
      if (instant == null) {
        throw new BadTimestamp("");
      }
      long micros = Time.micros(instant);
      if (!Time.isFinite(micros)) {
        throw new BadTimestamp(instant.toString());
      }
      return micros;
    };
  }
}
