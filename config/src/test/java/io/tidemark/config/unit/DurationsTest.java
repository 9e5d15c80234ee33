package io.tidemark.config.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
  @ParameterizedTest
  @CsvSource({
    "7us, PT0.000007S",
    "250ms, PT0.25S",
    "90s, PT1M30S",
    "5m, PT5M",
    "1h, PT1H",
    "2d, PT48H",
    "5 m, PT5M",
    "-3h, PT-3H",
    "0s, PT0S",
    "100000000d, PT2400000000H"
  })
  void readsAnIntegerAndAUnit(String text, Duration meaning) {
    assertThat(Durations.parse(text)).isEqualTo(meaning);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "5", "m", "5 minutes", "1.5h", "+5m", "5  m", "5M", "5ns", "PT5M", "5m "})
  void refusesWhatIsNoIntegerWithAUnit(String text) {
    assertThatThrownBy(() -> Durations.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("not a duration");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"100000001d", "99999999999999999999s", "9223372036854775807d", "-100000001d"})
  void refusesWhatWouldLeaveTheTimeAxis(String text) {
    assertThatThrownBy(() -> Durations.parse(text)).hasMessage("a duration beyond 100000000d");
  }

  @ParameterizedTest
  @CsvSource({
    "PT5M, 5m",
    "PT1M30S, 90s",
    "PT24H, 1d",
    "PT0S, 0s",
    "PT0.000007S, 7us",
    "PT-3H, -3h"
  })
  void printsTheLargestUnitThatDivides(Duration duration, String text) {
    assertThat(Durations.print(duration)).isEqualTo(text);
  }

  @Test
  void readsBackWhatItPrints() {
    Duration duration = Duration.ofDays(3).plusMillis(17);

    assertThat(Durations.parse(Durations.print(duration))).isEqualTo(duration);
  }
}
