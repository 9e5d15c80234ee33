package io.tidemark.core.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.util.Locale;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimestampFormatTest {
  private static final TimestampFormat ISO = TimestampFormat.ISO8601;

  @Provide
  Arbitrary<Long> finite() {
    Arbitrary<Long> thisEra = Arbitraries.longs().between(-100L << 40, 100L << 40);
    return Arbitraries.oneOf(Arbitraries.longs().between(Time.MIN + 1, Time.MAX - 1), thisEra);
  }

  @Property
  void whatIsPrintedIsReadBack(@ForAll @From("finite") long micros) throws BadTimestamp {
    assertThat(ISO.micros(Time.format(micros))).isEqualTo(micros);
    assertThat(TimestampFormat.EPOCH_MICROS.micros(Long.toString(micros))).isEqualTo(micros);
  }

  /** Digits in the places of a timestamp, seldom too large for their place. */
  @Provide
  Arbitrary<String> almostTimestamps() {
    Arbitrary<Integer> years = Arbitraries.integers().between(0, 9_999);
    Arbitrary<Integer> months = Arbitraries.integers().between(0, 13);
    Arbitrary<Integer> days = Arbitraries.integers().between(0, 32);
    Arbitrary<Integer> hours = Arbitraries.integers().between(0, 25);
    Arbitrary<Integer> sixty = Arbitraries.integers().between(0, 60);
    Arbitrary<String> fractions =
        Arbitraries.of("", "", ".", ".5", ".123456", ".123456789", ".000000001", ".1234567891");
    Arbitrary<String> zones =
        Arbitraries.of("", "", "Z", "Z", "z", "+02:00", "-11:30", "+0200", "+02", " Z", "X");
    Arbitrary<String> ends = Combinators.combine(fractions, zones).as(String::concat);
    return Combinators.combine(years, months, days, hours, sixty, sixty, ends)
        .as(
            (year, month, day, hour, minute, second, end) ->
                String.format("%04d-%02d-%02d", year, month, day)
                    + String.format("T%02d:%02d:%02d", hour, minute, second)
                    + end);
  }

  @Property(tries = 5_000)
  void readsIsoTimestampsAsTheLibraryDoes(@ForAll @From("almostTimestamps") String text) {
    assertThat(read(ISO, text)).isEqualTo(library(text));
    assertThat(read(ISO, text.replace('T', ' '))).isEqualTo(library(text));
  }

  private static String read(TimestampFormat format, String text) {
    try {
      return Time.format(format.micros(text));
    } catch (BadTimestamp bad) {
      assertThat(bad.text()).isEqualTo(text);
      return "bad";
    }
  }

  private static String library(String text) {
    for (String zone : new String[] {"XXXXX", "XXXX", "X", ""}) {
      DateTimeFormatter format =
          new DateTimeFormatterBuilder()
              .parseCaseInsensitive()
              .append(DateTimeFormatter.ISO_LOCAL_DATE_TIME)
              .appendPattern(zone)
              .toFormatter(Locale.ROOT)
              .withResolverStyle(ResolverStyle.STRICT);
      try {
        Instant instant =
            zone.isEmpty()
                ? LocalDateTime.parse(text, format).toInstant(ZoneOffset.UTC)
                : OffsetDateTime.parse(text, format).toInstant();
        return Time.format(Time.micros(instant));
      } catch (DateTimeException anotherForm) {
        // The next zone may fit.
      }
    }
    return "bad";
  }

  @Provide
  Arbitrary<BigDecimal> decimals() {
    Arbitrary<BigDecimal> any =
        Combinators.combine(
                Arbitraries.longs().map(BigInteger::valueOf), Arbitraries.integers().between(0, 12))
            .as(BigDecimal::new);
    Arbitrary<BigDecimal> nearTheEnds =
        Combinators.combine(
                Arbitraries.of(Time.MIN, Time.MAX), Arbitraries.longs().between(-3000, 3000))
            .as(
                (end, delta) ->
                    BigDecimal.valueOf(end).add(new BigDecimal(delta).movePointLeft(3)));
    return Arbitraries.oneOf(any, nearTheEnds, nearTheEnds.map(number -> number.movePointLeft(6)));
  }

  @Property(tries = 5_000)
  void readsEpochTimesAsExactDecimalsRoundedDown(@ForAll @From("decimals") BigDecimal number) {
    assertThat(read(TimestampFormat.EPOCH_SECONDS, number.toPlainString()))
        .isEqualTo(roundedDown(number.movePointRight(6)));
    assertThat(read(TimestampFormat.EPOCH_MILLIS, number.toPlainString()))
        .isEqualTo(roundedDown(number.movePointRight(3)));
    assertThat(read(TimestampFormat.EPOCH_MICROS, number.toPlainString()))
        .isEqualTo(roundedDown(number));
  }

  private static String roundedDown(BigDecimal micros) {
    BigInteger ticks = micros.setScale(0, RoundingMode.FLOOR).toBigIntegerExact();
    boolean finite =
        ticks.compareTo(BigInteger.valueOf(Time.MIN)) > 0
            && ticks.compareTo(BigInteger.valueOf(Time.MAX)) < 0;
    return finite ? Time.format(ticks.longValueExact()) : "bad";
  }

  @Nested
  class Iso8601 {
    @ParameterizedTest
    @ValueSource(
        strings = {
          "2024-02-29T23:30:00Z",
          "2024-02-29 23:30:00",
          "2024-02-29T23:30",
          "2024-02-29T23:30Z",
          "2024-02-29t23:30:00z",
          "2024-02-29T23:30:00.000",
          "2024-03-01T01:30:00+02:00",
          "2024-03-01 01:30+02",
          "2024-03-01T01:30:00+0200",
          "2024-02-29T12:00:00.0-11:30",
          "2024-02-29T23:30:30+00:00:30"
        })
    void takesEveryUsualWayToWriteATime(String text) {
      assertThat(read(ISO, text)).isEqualTo("2024-02-29T23:30:00Z");
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "",
          " ",
          "now",
          "2024-02-29",
          "2023-02-29T00:00:00Z",
          "1900-02-29T00:00:00Z",
          "2024-04-31T00:00:00Z",
          "2024-13-01T00:00:00Z",
          "2024-00-01T00:00:00Z",
          "2024-02-29T23:60:00Z",
          "2024-02-29T23:59:60Z",
          "2024-02-29T24:00:00Z",
          "2024-02-29T25:00:00Z",
          "2023-02-29T00:00:00+01:00",
          "2024-02-29  23:30:00",
          " 2024-02-29T23:30:00Z",
          "2024-02-29T23:30:00Z ",
          "2024-02-29 23:30:00 Z",
          "2024-02-29T23:30:00.Z.",
          "2024-02-29T23:30:00.1234567890Z",
          "2024-02-29T23:30:00+99:00",
          "2024/02/29 23:30:00",
          "20240229T233000Z",
          "2024-2-9T23:30:00Z",
          "2024-02-29T2٣:30:00Z",
          "1709249400"
        })
    void takesNothingElse(String text) {
      assertThat(read(ISO, text)).isEqualTo("bad");
    }

    @ParameterizedTest
    @CsvSource({
      "2024-02-29T23:30:00.0000019Z, 2024-02-29T23:30:00.000001Z",
      "1969-12-31T23:59:59.9999999Z, 1969-12-31T23:59:59.999999Z",
      "1969-12-31T23:59:59.9999999+00:00, 1969-12-31T23:59:59.999999Z",
      "0000-02-29T00:00:00Z, 0000-02-29T00:00:00Z",
      "-0001-01-01T00:00:00Z, -0001-01-01T00:00:00Z",
      "+12024-01-01T00:00:00Z, +12024-01-01T00:00:00Z"
    })
    void roundsDownToATickAndKnowsEveryYear(String text, String time) {
      assertThat(read(ISO, text)).isEqualTo(time);
    }

    @Test
    void aTimeAtOrBeyondAnInfinityIsBad() throws BadTimestamp {
      Instant last = Time.instant(Time.MAX - 1);
      Instant first = Time.instant(Time.MIN + 1);

      assertThat(ISO.micros(last.toString())).isEqualTo(Time.MAX - 1);
      assertThat(ISO.micros(first.toString())).isEqualTo(Time.MIN + 1);
      assertThat(read(ISO, last.plusNanos(1_000).toString())).isEqualTo("bad");
      assertThat(read(ISO, first.minusNanos(1).toString())).isEqualTo("bad");
      assertThat(read(ISO, "+999999999-01-01T00:00:00Z")).isEqualTo("bad");
    }
  }

  @Nested
  class EpochTimes {
    @ParameterizedTest
    @CsvSource({
      "EPOCH_SECONDS, 1709249400, 2024-02-29T23:30:00Z",
      "EPOCH_SECONDS, 1709249400.5, 2024-02-29T23:30:00.500Z",
      "EPOCH_SECONDS, +1709249400, 2024-02-29T23:30:00Z",
      "EPOCH_SECONDS, -0.0000001, 1969-12-31T23:59:59.999999Z",
      "EPOCH_SECONDS, -1, 1969-12-31T23:59:59Z",
      "EPOCH_MILLIS, 1709249400123, 2024-02-29T23:30:00.123Z",
      "EPOCH_MILLIS, 1709249400123.4567, 2024-02-29T23:30:00.123456Z",
      "EPOCH_MICROS, 1709249400123456, 2024-02-29T23:30:00.123456Z",
      "EPOCH_MICROS, -0, 1970-01-01T00:00:00Z"
    })
    void areDigitsWithASignAndAFraction(TimestampFormat format, String text, String time) {
      assertThat(read(format, text)).isEqualTo(time);
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "",
          "-",
          "+",
          ".5",
          "5.",
          "1e9",
          "0x10",
          "1 ",
          " 1",
          "1_000",
          "--1",
          "1.2.3",
          "٣",
          "NaN",
          "99999999999999999999999999"
        })
    void areNothingElse(String text) {
      assertThat(read(TimestampFormat.EPOCH_SECONDS, text)).isEqualTo("bad");
      assertThat(read(TimestampFormat.EPOCH_MICROS, text)).isEqualTo("bad");
    }
  }

  @Test
  void aFormatIsFoundByItsName() {
    for (TimestampFormat format : TimestampFormat.values()) {
      assertThat(TimestampFormat.named(format.label())).isEqualTo(format);
    }
    assertThatThrownBy(() -> TimestampFormat.named("unix"))
        .hasMessageContaining("epoch-millis")
        .hasMessageContaining("actual=unix");
  }

  @Test
  void aBadTimestampCarriesItsTextAndNoStackTrace() {
    assertThatThrownBy(() -> ISO.micros("soon"))
        .isInstanceOf(BadTimestamp.class)
        .hasMessageContaining("\"soon\"")
        .satisfies(bad -> assertThat(bad.getStackTrace()).isEmpty());
  }
}
