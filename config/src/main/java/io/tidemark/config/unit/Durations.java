package io.tidemark.config.unit;

import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: an integer and {@code us}, {@code ms s m h} or {@code d}. */
public final class Durations {
  /** What is allowed, for messages. */
  public static final String FORM = "an integer and us, ms, s, m, h or d, such as 90s";

  /** The longest duration, either way: about 273 thousand years, so that sums stay on the axis. */
  public static final Duration LONGEST = Duration.ofDays(100_000_000);

  private static final Pattern PATTERN = Pattern.compile("(-?[0-9]+) ?(us|ms|s|m|h|d)");

  private static final List<Unit> LARGEST_FIRST =
      List.of(
          new Unit("d", Duration.ofDays(1)),
          new Unit("h", Duration.ofHours(1)),
          new Unit("m", Duration.ofMinutes(1)),
          new Unit("s", Duration.ofSeconds(1)),
          new Unit("ms", Duration.ofMillis(1)),
          new Unit("us", Duration.ofNanos(1_000)));

  private Durations() {}

  private record Unit(String name, Duration length) {}

  /**
   * The duration that the text means, negative ones included.
   *
   * @throws IllegalArgumentException where it means none, or one beyond {@link #LONGEST}; the
   *     message says what is wrong with the value and does not repeat it
   */
  public static Duration parse(String text) {
    Matcher matcher = PATTERN.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("not a duration");
    }
    try {
      Duration unit = unit(matcher.group(2)).length();
      Duration duration = unit.multipliedBy(Long.parseLong(matcher.group(1)));
      if (duration.abs().compareTo(LONGEST) <= 0) {
        return duration;
      }
    } catch (NumberFormatException | ArithmeticException e) {
      // Too many digits: reported as any other duration that is too long.
    }
    throw new IllegalArgumentException("a duration beyond 100000000d");
  }

  /** The duration, whole microseconds, in the largest unit that divides it: {@code 90s}. */
  public static String print(Duration duration) {
    if (duration.isZero()) {
      return "0s";
    }
    for (Unit unit : LARGEST_FIRST) {
      long count = duration.dividedBy(unit.length());
      if (unit.length().multipliedBy(count).equals(duration)) {
        return count + unit.name();
      }
    }
    throw new IllegalArgumentException("not whole microseconds: duration=" + duration);
  }

  private static Unit unit(String name) {
    return LARGEST_FIRST.stream()
        .filter(unit -> unit.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no unit has the name " + name));
  }
}
