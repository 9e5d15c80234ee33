package io.tidemark.core.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TimestampAssignerTest {
  private static final TimestampAssigner<Optional<Instant>> OF_FIELD =
      TimestampAssigner.of(element -> element.orElse(null));

  @Test
  void readsAFieldThatHoldsAnInstant() throws BadTimestamp {
    assertThat(OF_FIELD.micros(Optional.of(Instant.ofEpochSecond(1, 1_999)))).isEqualTo(1_000_001);
  }

  @Test
  void aMissingInstantIsABadTimestamp() {
    assertThatThrownBy(() -> OF_FIELD.micros(Optional.empty()))
        .isInstanceOfSatisfying(BadTimestamp.class, bad -> assertThat(bad.text()).isEmpty());
  }

  @Test
  void anInstantOutsideTheAxisIsABadTimestamp() {
    assertThatThrownBy(() -> OF_FIELD.micros(Optional.of(Instant.MAX)))
        .isInstanceOfSatisfying(
            BadTimestamp.class, bad -> assertThat(bad.text()).isEqualTo(Instant.MAX.toString()));
  }
}
