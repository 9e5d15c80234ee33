package io.tidemark.config.pipeline;

import io.tidemark.config.pipeline.WindowSettings.Calendar.Period;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads a block {@code window}. */
final class WindowReader {
  /** What a broken window is read as, so that reading can go on. */
  static final WindowSettings.Fixed ANY =
      new WindowSettings.Fixed(Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ZERO, false);

  /** The kinds of windows; the first two are what most want. */
  private static final List<String> KINDS =
      List.of(
          "tumbling", "hopping", "days", "weeks", "months", "years", "session", "sliding", "count");

  private static final String ALLOWED =
      "exactly one of tumbling = D and hopping { size = D, hop = D }, or of days, weeks, months,"
          + " years, session, sliding, count";

  private final Section window;

  WindowReader(Section window) {
    this.window = window;
  }

  WindowSettings read() {
    List<String> kinds = KINDS.stream().filter(window::has).toList();
    if (kinds.size() != 1) {
      boolean none = kinds.isEmpty();
      String last = none ? "tumbling" : kinds.get(kinds.size() - 1);
      window.problem(
          last,
          none ? "neither tumbling nor hopping" : kinds.get(0) + " stands there too",
          ALLOWED);
    }
    WindowSettings settings = read(kinds.isEmpty() ? "tumbling" : kinds.get(0));
    // What stands there beside it was reported; it is no unknown setting.
    KINDS.forEach(window::allow);
    window.finish();
    return settings;
  }

  private WindowSettings read(String kind) {
    return switch (kind) {
      case "tumbling" -> {
        Duration size = window.maybe(kind, Kind.positiveDuration()).orElse(ANY.size());
        yield fixed(size, size);
      }
      case "hopping" -> window.block(kind).map(this::hopping).orElse(ANY);
      case "session" -> window.block(kind).map(WindowReader::session).orElse(ANY);
      case "sliding" ->
          new WindowSettings.Sliding(
              window.maybe(kind, Kind.positiveDuration()).orElse(ANY.size()));
      case "count" ->
          new WindowSettings.Count(
              window.maybe(kind, Kind.integer(1, Integer.MAX_VALUE)).orElse(1));
      default -> {
        Section block = window.block(kind).orElseGet(() -> window.absent(kind));
        yield calendar(Period.valueOf(kind.toUpperCase(Locale.ROOT)), block);
      }
    };
  }

  private WindowSettings hopping(Section hops) {
    Duration size = hops.required("size", Kind.positiveDuration()).orElse(ANY.size());
    Duration hop = hops.required("hop", Kind.positiveDuration()).orElse(ANY.hop());
    hops.finish();
    return fixed(size, hop);
  }

  private WindowSettings fixed(Duration size, Duration hop) {
    boolean endInclusive = window.optional("closed", Words.END_INCLUSIVE, false);
    Duration offset = window.optional("offset", Kind.signedDuration(), Duration.ZERO);
    return new WindowSettings.Fixed(size, hop, offset, endInclusive);
  }

  private WindowSettings calendar(Period period, Section block) {
    ZoneId zone = block.optional("zone", Kind.zone(), ZoneOffset.UTC);
    DayOfWeek first =
        period == Period.WEEKS
            ? block.optional("first-day", Words.DAY_OF_WEEK, DayOfWeek.MONDAY)
            : DayOfWeek.MONDAY;
    block.finish();
    boolean endInclusive = window.optional("closed", Words.END_INCLUSIVE, false);
    return new WindowSettings.Calendar(period, zone, first, endInclusive);
  }

  private static WindowSettings session(Section session) {
    Duration gap = session.required("gap", Kind.positiveDuration()).orElse(ANY.size());
    Optional<Duration> max = session.maybe("max", Kind.positiveDuration());
    session.finish();
    @Nullable Duration longest = max.orElse(null);
    return new WindowSettings.Session(gap, longest);
  }
}
