package io.tidemark.config.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.core.time.BadTimestamp;
import io.tidemark.core.time.TimestampFormat;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ColumnTimeTest {
  // NullAway infers the constructor's type arguments without their nullness.
  @SuppressWarnings("NullAway")
  private static long micros(TimestampFormat format, @Nullable Object value) throws BadTimestamp {
    return new ColumnTime(element -> value, format, element -> "raw").micros("element");
  }

  @Test
  void readsTextInItsFormat() throws BadTimestamp {
    assertThat(micros(TimestampFormat.ISO8601, "1970-01-01 00:00:01.5")).isEqualTo(1_500_000);
    assertThat(micros(TimestampFormat.EPOCH_MILLIS, "1500")).isEqualTo(1_500_000);
  }

  @Test
  void readsNumbersAsTheirText() throws BadTimestamp {
    assertThat(micros(TimestampFormat.EPOCH_SECONDS, 2L)).isEqualTo(2_000_000);
    assertThat(micros(TimestampFormat.EPOCH_SECONDS, 1704067200.25))
        .isEqualTo(1_704_067_200_250_000L);
    assertThat(micros(TimestampFormat.EPOCH_SECONDS, 1.0e9)).isEqualTo(1_000_000_000_000_000L);
  }

  @Test
  void takesInstantsAsTheyAre() throws BadTimestamp {
    assertThat(micros(TimestampFormat.ISO8601, Instant.ofEpochSecond(3))).isEqualTo(3_000_000);
  }

  @SuppressWarnings("NullAway")
  private static String text(@Nullable Object value) {
    return new ColumnTime(element -> value, TimestampFormat.EPOCH_SECONDS, element -> "raw")
        .text("element");
  }

  @Test
  void showsTheTextOfTheColumnWhetherItIsATimeOrNot() {
    assertThat(text("2024-01-01 00:00:00")).isEqualTo("2024-01-01 00:00:00");
    assertThat(text("soon")).isEqualTo("soon");
    assertThat(text(1704067200.25)).isEqualTo("raw");
    assertThat(text(Instant.EPOCH)).isEqualTo("raw");
    assertThat(text(null)).isEmpty();
  }

  @Test
  void refusesWhatIsMissingOrNoTime() {
    assertThatThrownBy(() -> micros(TimestampFormat.ISO8601, null))
        .isInstanceOfSatisfying(BadTimestamp.class, e -> assertThat(e.text()).isEmpty());
    assertThatThrownBy(() -> micros(TimestampFormat.ISO8601, "soon"))
        .isInstanceOfSatisfying(BadTimestamp.class, e -> assertThat(e.text()).isEqualTo("soon"));
    assertThatThrownBy(() -> micros(TimestampFormat.ISO8601, 5L)).isInstanceOf(BadTimestamp.class);
  }
}
