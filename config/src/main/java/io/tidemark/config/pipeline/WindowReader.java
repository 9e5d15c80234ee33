package io.tidemark.config.pipeline;

import io.tidemark.config.pipeline.WindowSettings.Calendar.Period;
import io.tidemark.config.unit.Durations;
import io.tidemark.core.window.FilledWindows;
import io.tidemark.core.window.PartialWindows;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
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
          "tumbling",
          "hopping",
          "days",
          "weeks",
          "months",
          "years",
          "session",
          "sliding",
          "count",
          "snapshot",
          "several");

  private static final String ALLOWED =
      "exactly one of tumbling = D and hopping { size = D, hop = D }, or of days, weeks, months,"
          + " years, session, sliding, count, snapshot, several";

  private final Section window;
  private final boolean amongSeveral;

  WindowReader(Section window) {
    this(window, false);
  }

  private WindowReader(Section window, boolean amongSeveral) {
    this.window = window;
    this.amongSeveral = amongSeveral;
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
        yield partial(filled(fixed(size, size)));
      }
      case "hopping" -> window.block(kind).map(this::hopping).orElse(ANY);
      case "session" -> window.block(kind).map(WindowReader::session).orElse(ANY);
      case "sliding" -> {
        Duration size = window.maybe(kind, Kind.positiveDuration()).orElse(ANY.size());
        yield new WindowSettings.Sliding(
            size, window.optional("on-enter-only", Kind.flag(), false));
      }
      case "count" ->
          new WindowSettings.Count(
              window.maybe(kind, Kind.integer(1, Integer.MAX_VALUE)).orElse(1));
      case "snapshot" -> {
        window.block(kind).ifPresent(Section::finish);
        yield new WindowSettings.Snapshot();
      }
      case "several" -> window.block(kind).map(this::several).orElse(ANY);
      default -> {
        Section block = window.block(kind).orElseGet(() -> window.absent(kind));
        yield partial(calendar(Period.valueOf(kind.toUpperCase(Locale.ROOT)), block));
      }
    };
  }

  private WindowSettings hopping(Section hops) {
    Duration size = hops.required("size", Kind.positiveDuration()).orElse(ANY.size());
    Duration hop = hops.required("hop", Kind.positiveDuration()).orElse(ANY.hop());
    hops.finish();
    return partial(filled(fixed(size, hop)));
  }

  private WindowSettings filled(WindowSettings.Fixed fixed) {
    Optional<Integer> inARow = window.maybe("empty-in-a-row", Kind.integer(1, FilledWindows.MOST));
    return inARow.isPresent() ? new WindowSettings.Filled(fixed, inARow.get()) : fixed;
  }

  /** The windows, with partial results where they are asked for. */
  private WindowSettings partial(WindowSettings windows) {
    Optional<Duration> every = window.maybe("partial", Kind.positiveDuration());
    if (every.isEmpty()) {
      return windows;
    }
    if (amongSeveral) {
      window.problem(
          "partial", "not among several windows", "partial results are of windows by themselves");
    } else if (windows instanceof WindowSettings.Filled) {
      window.problem("partial", "empty-in-a-row stands there too", "one of the two");
    } else if (fits(windows, every.get())) {
      return new WindowSettings.Partial(windows, every.get());
    }
    return windows;
  }

  /** Whether windows can have partial results so often; else that is reported. */
  private boolean fits(WindowSettings windows, Duration every) {
    if (!(windows instanceof WindowSettings.Fixed fixed)
        || fixed.hop().compareTo(fixed.size()) >= 0) {
      return true;
    }
    boolean divides = isMultiple(fixed.size(), every) && isMultiple(fixed.hop(), every);
    if (!divides || fixed.size().dividedBy(every) > PartialWindows.MOST_OF_HOPPING) {
      window.problem(
          "partial",
          "does not fit windows of "
              + Durations.print(fixed.size())
              + " every "
              + Durations.print(fixed.hop()),
          "of hopping windows a period that divides size and hop, into at most "
              + PartialWindows.MOST_OF_HOPPING
              + " periods");
      return false;
    }
    return true;
  }

  private static boolean isMultiple(Duration of, Duration every) {
    return every.multipliedBy(of.dividedBy(every)).equals(of);
  }

  private WindowSettings several(Section block) {
    if (amongSeveral) {
      window.problem("several", "among several windows already", "windows of one kind each");
      return ANY;
    }
    List<WindowSettings.Several.Named> all = new ArrayList<>();
    block.forEachNamed(
        (name, one) ->
            all.add(new WindowSettings.Several.Named(name, new WindowReader(one, true).read())));
    if (all.isEmpty()) {
      window.problem("several", "there are none", "at least one block NAME { … }");
    }
    return new WindowSettings.Several(all);
  }

  private WindowSettings.Fixed fixed(Duration size, Duration hop) {
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
    @Nullable Duration longest = max.orElse(null);
    boolean onGrid = longest != null && session.optional("cut-on-grid", Kind.flag(), false);
    if (longest == null && session.has("cut-on-grid")) {
      session.maybe("cut-on-grid", Kind.flag());
      session.problem("cut-on-grid", "without max", "give max, whose multiples are the grid");
    }
    session.finish();
    return new WindowSettings.Session(gap, longest, onGrid);
  }
}
