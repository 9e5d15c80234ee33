package io.tidemark.connector.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.core.time.Time;
import java.time.DateTimeException;
import java.time.Instant;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimestampFormatTest {
  @ParameterizedTest
  @CsvSource({
    "2024-03-01T12:30:45Z,           2024-03-01T12:30:45Z",
    "2024-03-01 12:30:45Z,           2024-03-01T12:30:45Z",
    "2024-03-01T12:30:45,            2024-03-01T12:30:45Z",
    "2024-03-01 12:30:45,            2024-03-01T12:30:45Z",
    "2024-03-01T12:30,               2024-03-01T12:30:00Z",
    "2024-03-01 12:30Z,              2024-03-01T12:30:00Z",
    "2024-03-01T12:30:45.5Z,         2024-03-01T12:30:45.500Z",
    "2024-03-01T12:30:45.123456,     2024-03-01T12:30:45.123456Z",
    "2024-03-01T12:30:45.123456789Z, 2024-03-01T12:30:45.123456Z",
    "1969-12-31T23:59:59.9999999Z,   1969-12-31T23:59:59.999999Z",
    "2024-03-01T12:30:45+01:30,      2024-03-01T11:00:45Z",
    "2024-03-01 12:30:45.5-0800,     2024-03-01T20:30:45.500Z",
    "2024-03-01T12:30:45+01,         2024-03-01T11:30:45Z",
    "2024-02-29T00:00:00Z,           2024-02-29T00:00:00Z",
    "0000-01-01T00:00:00Z,           0000-01-01T00:00:00Z",
    "+12024-03-01T12:30:45Z,         +12024-03-01T12:30:45Z",
  })
  void readsIsoTimes(String text, Instant expected) {
    assertThat(TimestampFormat.ISO8601.apply(text)).isEqualTo(expected);
    assertThat(TimestampFormat.ISO8601.micros(text)).isEqualTo(Time.micros(expected));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "noon",
        "2024-03-01",
        "2024-02-30T00:00:00Z",
        "2023-02-29T00:00:00Z",
        "2024-13-01T00:00:00Z",
        "2024-00-01T00:00:00Z",
        "2024-03-01T24:00:00Z",
        "2024-03-01T23:60:00Z",
        "2024-03-01T23:59:60Z",
        "2024-03-01  12:30:45Z",
        "2024-03-01_12:30:45Z",
        "2024-03-01T12:30:45ZZ",
        "2024-03-01T12:30:45Z+01",
        "2024-03-01T12:30:45+1",
        "2024-03-01T12:30:45 Z",
        " 2024-03-01T12:30:45Z",
        "2024-03-01T12:30:45Z ",
        "2024-03-0112:30:45Z",
        "2024-3-1T12:30:45Z",
        "+999999999-01-01T00:00:00Z",
        "٢٠٢٤-03-01T12:30:45Z",
        "2024-03-01T12:30:45[Europe/Berlin]"
      })
  void refusesWhatIsNoIsoTime(String text) {
    assertThatThrownBy(() -> TimestampFormat.ISO8601.micros(text))
        .isInstanceOf(DateTimeException.class);
  }

  @Property
  void readsBackEveryTimeAsItIsPrinted(
      @ForAll @LongRange(min = -62_000_000_000_000_000L, max = 250_000_000_000_000_000L)
          long micros) {
    assertThat(TimestampFormat.ISO8601.micros(Time.format(micros))).isEqualTo(micros);
  }

  @ParameterizedTest
  @CsvSource({
    "EPOCH_SECONDS, 1700000000, 1700000000000000",
    "EPOCH_SECONDS, 1700000000.25, 1700000000250000",
    "EPOCH_SECONDS, -1.0000001, -1000001",
    "EPOCH_MILLIS, 1700000000123, 1700000000123000",
    "EPOCH_MILLIS, 0.0019, 1",
    "EPOCH_MICROS, -5, -5",
    "EPOCH_MICROS, 9223372036854775806, 9223372036854775806",
  })
  void readsNumbers(TimestampFormat format, String text, long micros) {
    assertThat(format.micros(text)).isEqualTo(micros);
  }

  @ParameterizedTest
  @CsvSource({
    "EPOCH_SECONDS, 1e3",
    "EPOCH_SECONDS, 1e999999999",
    "EPOCH_SECONDS, ''",
    "EPOCH_SECONDS, 9223372036855",
    "EPOCH_MILLIS, ' 1'",
    "EPOCH_MICROS, 9223372036854775807",
    "EPOCH_MICROS, -9223372036854775808",
    "EPOCH_MICROS, 99999999999999999999999999",
    "EPOCH_MICROS, NaN",
    "EPOCH_MICROS, 1-1",
  })
  void refusesWhatIsNoNumberOfThatUnitOnTheAxis(TimestampFormat format, String text) {
    assertThatThrownBy(() -> format.micros(text)).isInstanceOf(DateTimeException.class);
  }
}
