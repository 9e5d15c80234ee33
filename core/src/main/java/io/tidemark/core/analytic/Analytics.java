package io.tidemark.core.analytic;

import io.tidemark.core.row.ValueOrder;
import io.tidemark.core.time.Time;
import io.tidemark.core.window.Field;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The analytic functions that come with the system. A {@code limit} says how far back they look: an
 * element that is further behind, by event time, counts as if there were none; at exactly the limit
 * it counts.
 */
public final class Analytics {
  private Analytics() {}

  /** A limit that reaches everything. */
  public static final Duration EVER = Duration.ofDays(100_000_000);

  /**
   * The value of the element that came so many before.
   *
   * @param back 1 for the one just before; so many values are kept
   */
  public static <T> Analytic<T> lag(int back, Field<T, Object> value, Duration limit) {
    if (back < 1) {
      throw new IllegalArgumentException("lag looks back by at least one: actual=" + back);
    }
    long limitMicros = micros(limit);
    return (state, timeMicros, element) -> {
      List<@Nullable Object> seen = new ArrayList<>(list(state));
      Object found = null;
      if (seen.size() == back) {
        List<?> oldest = list(seen.remove(0));
        found = reaches(oldest, timeMicros, limitMicros) ? oldest.get(1) : null;
      }
      seen.add(stamped(timeMicros, value.of(element)));
      return new Analytic.Answer(Collections.unmodifiableList(seen), found);
    };
  }

  /** The value of the element just before. */
  public static <T> Analytic<T> lag(Field<T, Object> value) {
    return lag(1, value, EVER);
  }

  /** The value of the last element before for which something held. */
  public static <T> Analytic<T> last(
      Field<T, Object> value, Predicate<? super T> when, Duration limit) {
    long limitMicros = micros(limit);
    return (state, timeMicros, element) -> {
      List<?> before = list(state);
      boolean found = !before.isEmpty() && reaches(before, timeMicros, limitMicros);
      Object next = when.test(element) ? stamped(timeMicros, value.of(element)) : state;
      return new Analytic.Answer(next, found ? before.get(1) : null);
    };
  }

  /**
   * Whether the element is the first of its key in its stretch of time: stretches follow each other
   * from the epoch on, as tumbling windows do.
   */
  public static <T> Analytic<T> isFirst(Duration stretch) {
    long micros = micros(stretch);
    if (micros <= 0) {
      throw new IllegalArgumentException("a stretch of time has a length: actual=" + stretch);
    }
    return (state, timeMicros, element) -> {
      Long number = Math.floorDiv(timeMicros, micros);
      return new Analytic.Answer(number, !number.equals(state));
    };
  }

  /** Whether the value differs from that of the element before; true of the first one. */
  public static <T> Analytic<T> changed(Field<T, Object> value) {
    return (state, timeMicros, element) -> {
      Object now = value.of(element);
      boolean same = state != null && Objects.equals(list(state).get(0), now);
      return new Analytic.Answer(listOf(new @Nullable Object[] {now}), !same);
    };
  }

  /**
   * The value of the element with the largest measure so far, this one included; of equal ones the
   * first. An element without a measure does not count.
   */
  public static <T> Analytic<T> topOne(Field<T, Object> measure, Field<T, Object> value) {
    return (state, timeMicros, element) -> {
      Object size = measure.of(element);
      List<?> best = list(state);
      boolean better =
          size != null && (best.isEmpty() || ValueOrder.INSTANCE.compare(size, best.get(0)) > 0);
      List<?> next = better ? listOf(size, value.of(element)) : best;
      return new Analytic.Answer(next.isEmpty() ? null : next, next.isEmpty() ? null : next.get(1));
    };
  }

  private static List<@Nullable Object> stamped(long timeMicros, @Nullable Object value) {
    return listOf(timeMicros, value);
  }

  private static List<@Nullable Object> listOf(@Nullable Object... values) {
    List<@Nullable Object> list = new ArrayList<>();
    for (Object value : values) {
      list.add(value);
    }
    return Collections.unmodifiableList(list);
  }

  private static boolean reaches(List<?> stamped, long timeMicros, long limitMicros) {
    Long since = (Long) stamped.get(0);
    return since != null && Time.minus(timeMicros, limitMicros) <= since;
  }

  private static List<?> list(@Nullable Object state) {
    return state == null ? List.of() : (List<?>) state;
  }

  private static long micros(Duration duration) {
    return Time.micros(Instant.EPOCH.plus(duration));
  }
}
