package io.tidemark.core.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.key.KeySelector;
import io.tidemark.core.time.Time;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CalendarWindowsTest {
  private static final ZoneId COPENHAGEN = ZoneId.of("Europe/Copenhagen");

  private static String window(Windows windows, long micros) {
    WindowBounds bounds = WindowBounds.of(windows);
    long place = bounds.place(micros);
    return Time.format(bounds.start(place, 0)) + ".." + Time.format(bounds.end(place, 0));
  }

  private static String window(Windows windows, String instant) {
    return window(windows, Time.micros(Instant.parse(instant)));
  }

  private static List<String> counts(Windows windows, ZoneId zone, String... localTimes) {
    WindowStep<String, Long> step =
        new WindowStep<>(
            "days", windows, KeySelector.ofValues(any -> "all"), List.of(Aggregates.count()));
    for (String local : localTimes) {
      long micros = Time.micros(LocalDateTime.parse(local).atZone(zone).toInstant());
      step.accept(micros, micros);
    }
    List<String> rows = new ArrayList<>();
    for (WindowResult<String> row : step.fire(Time.MAX, 100)) {
      rows.add(row.start() + ".." + row.end() + " " + row.values().get(0));
    }
    return rows;
  }

  @Test
  @DisplayName("13: days are 23 and 25 hours long: 23")
  void aDayInWhichClocksGoForwardHas23Hours() {
    assertThat(
            counts(
                Windows.days(COPENHAGEN),
                COPENHAGEN,
                "2026-03-28T23:59:59",
                "2026-03-29T00:00:00",
                "2026-03-29T23:59:59",
                "2026-03-30T00:00:00"))
        .containsExactly(
            "2026-03-27T23:00:00Z..2026-03-28T23:00:00Z 1",
            "2026-03-28T23:00:00Z..2026-03-29T22:00:00Z 2",
            "2026-03-29T22:00:00Z..2026-03-30T22:00:00Z 1");
  }

  @Test
  @DisplayName("13: days are 23 and 25 hours long: 25")
  void aDayInWhichClocksGoBackHas25Hours() {
    assertThat(
            counts(
                Windows.days(COPENHAGEN),
                COPENHAGEN,
                "2026-10-24T23:59:59",
                "2026-10-25T00:00:00",
                "2026-10-25T23:59:59",
                "2026-10-26T00:00:00"))
        .containsExactly(
            "2026-10-23T22:00:00Z..2026-10-24T22:00:00Z 1",
            "2026-10-24T22:00:00Z..2026-10-25T23:00:00Z 2",
            "2026-10-25T23:00:00Z..2026-10-26T23:00:00Z 1");
  }

  @Test
  void midnightBelongsToTheDayBeforeWhereTheEndIsIncluded() {
    assertThat(
            counts(
                Windows.days(COPENHAGEN).endInclusive(),
                COPENHAGEN,
                "2026-10-25T00:00:00",
                "2026-10-25T00:00:01"))
        .containsExactly(
            "2026-10-23T22:00:00Z..2026-10-24T22:00:00Z 1",
            "2026-10-24T22:00:00Z..2026-10-25T23:00:00Z 1");
  }

  @Test
  void weeksMonthsAndYearsStartOnTheirFirstDay() {
    String time = "2026-03-31T22:30:00Z";

    assertThat(window(Windows.weeks(COPENHAGEN, DayOfWeek.MONDAY), time))
        .isEqualTo("2026-03-29T22:00:00Z..2026-04-05T22:00:00Z");
    assertThat(window(Windows.weeks(COPENHAGEN, DayOfWeek.WEDNESDAY), time))
        .isEqualTo("2026-03-31T22:00:00Z..2026-04-07T22:00:00Z");
    assertThat(window(Windows.months(COPENHAGEN), time))
        .isEqualTo("2026-03-31T22:00:00Z..2026-04-30T22:00:00Z");
    assertThat(window(Windows.years(COPENHAGEN), time))
        .isEqualTo("2025-12-31T23:00:00Z..2026-12-31T23:00:00Z");
  }

  @Test
  void aDayWithoutAMidnightStartsAtItsFirstInstant() {
    // At midnight of that day clocks went to one o'clock.
    assertThat(window(Windows.days(ZoneId.of("America/Sao_Paulo")), "2018-11-04T12:00:00Z"))
        .isEqualTo("2018-11-04T03:00:00Z..2018-11-05T02:00:00Z");
  }

  @Test
  void aDayThatAZoneLeftOutHasNoWindow() {
    ZoneId apia = ZoneId.of("Pacific/Apia");

    assertThat(window(Windows.days(apia), "2011-12-30T09:59:59Z"))
        .isEqualTo("2011-12-29T10:00:00Z..2011-12-30T10:00:00Z");
    assertThat(window(Windows.days(apia), "2011-12-30T10:00:00Z"))
        .isEqualTo("2011-12-30T10:00:00Z..2011-12-31T10:00:00Z");
  }

  @Test
  void aDayThatHasBegunGoesOnWhereClocksGoBackOverMidnight() {
    // At 00:01 clocks went back to 23:01 of the day before.
    ZoneId stJohns = ZoneId.of("America/St_Johns");

    assertThat(window(Windows.days(stJohns), "2010-11-07T02:30:30Z"))
        .isEqualTo("2010-11-07T02:30:00Z..2010-11-08T03:30:00Z");
    assertThat(window(Windows.days(stJohns), "2010-11-07T03:00:00Z"))
        .isEqualTo("2010-11-07T02:30:00Z..2010-11-08T03:30:00Z");
  }

  @Test
  void timesBefore1970AndAtTheEndsOfTheAxisHaveWindows() {
    assertThat(window(Windows.days(ZoneOffset.UTC), -1))
        .isEqualTo("1969-12-31T00:00:00Z..1970-01-01T00:00:00Z");
    assertThat(window(Windows.years(ZoneOffset.UTC), Time.MAX - 1)).endsWith("..+inf");
    assertThat(window(Windows.years(ZoneOffset.UTC).endInclusive(), Time.MIN + 1))
        .startsWith("-inf..");
    assertThat(
            counts(
                Windows.years(ZoneOffset.UTC),
                ZoneOffset.UTC,
                "-290307-06-01T00:00:00",
                "+294247-01-01T00:00:00"))
        .hasSize(2);
  }

  @Provide
  Arbitrary<Windows> windows() {
    return Arbitraries.of(ZoneId.getAvailableZoneIds().stream().sorted().toList())
        .map(ZoneId::of)
        .flatMap(
            zone ->
                Arbitraries.of(
                    Windows.days(zone),
                    Windows.days(zone).endInclusive(),
                    Windows.weeks(zone, DayOfWeek.SUNDAY),
                    Windows.months(zone),
                    Windows.years(zone)));
  }

  @Provide
  Arbitrary<Long> times() {
    long year = 366L * 86_400_000_000L;
    return Arbitraries.oneOf(
        Arbitraries.longs().between(-200 * year, 100 * year),
        Arbitraries.longs().between(Time.MIN + 1, Time.MIN + year),
        Arbitraries.longs().between(Time.MAX - year, Time.MAX - 1),
        Arbitraries.longs().between(Time.MIN + 1, Time.MAX - 1));
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void windowsStandSideBySideAndStartWhereADateFirstComes(
      @ForAll @From("windows") Windows windows, @ForAll @From("times") long micros) {
    WindowBounds bounds = WindowBounds.of(windows);
    long place = bounds.place(micros);
    long start = bounds.start(place, 0);
    long end = bounds.end(place, 0);

    assertThat(bounds.count(place)).isEqualTo(1);
    assertThat(place).isBetween(start, end - 1);
    for (long other : new long[] {start, end - 1}) {
      assertThat(WindowBounds.of(windows).start(other, 0)).isEqualTo(start);
      assertThat(WindowBounds.of(windows).end(other, 0)).isEqualTo(end);
    }
    if (Time.isFinite(end)) {
      assertThat(bounds.start(end, 0)).isEqualTo(end);
    }
    ZoneId zone = ((CalendarWindows) windows).zone();
    if (Time.isFinite(start)) {
      LocalDate first = LocalDate.ofInstant(Time.instant(start), zone);
      assertThat(first.atStartOfDay(zone).toInstant()).isEqualTo(Time.instant(start));
    }
    assertThat(bounds.resultTimeMicros(end)).isBetween(micros, bounds.dueMicros(end) - 1);
  }
}
