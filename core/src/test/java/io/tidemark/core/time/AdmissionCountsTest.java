package io.tidemark.core.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.core.codec.Bytes;
import java.io.UncheckedIOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AdmissionCountsTest {
  private static AdmissionCounts some() {
    AdmissionCounts counts = new AdmissionCounts();
    counts.add(Action.NONE);
    counts.add(Action.NONE);
    counts.add(Action.ADJUST_LATE);
    counts.add(Action.DROP_ORDER);
    counts.addBad("null-key");
    counts.addBad("bad-timestamp");
    counts.addBad("null-key");
    return counts;
  }

  @Test
  void everyEventCountsOnce() {
    AdmissionCounts counts = some();

    assertThat(counts.total()).isEqualTo(7);
    assertThat(counts.accepted()).isEqualTo(3);
    assertThat(counts.count(Action.NONE)).isEqualTo(2);
    assertThat(counts.count(Action.BAD)).isEqualTo(3);
    assertThat(counts.badByKind()).isEqualTo(Map.of("bad-timestamp", 1L, "null-key", 2L));
    assertThat(counts)
        .hasToString(
            "none=2, drop_early=0, adjust_early=0, drop_late=0, adjust_late=1, drop_order=1,"
                + " adjust_order=0, bad=3 {bad-timestamp=1, null-key=2}");
  }

  @Test
  void badInputIsCountedByItsKind() {
    assertThatThrownBy(() -> some().add(Action.BAD)).hasMessageContaining("addBad");
  }

  @Test
  void mergingAddsUp() {
    AdmissionCounts twice = some();
    twice.merge(some());

    assertThat(twice.total()).isEqualTo(14);
    assertThat(twice.badByKind()).containsEntry("null-key", 4L);
    assertThat(twice).isNotEqualTo(some());
    assertThat(some()).hasSameHashCodeAs(some());
  }

  @Test
  void countsOfOtherActionsAreRefused() {
    assertThatThrownBy(() -> Bytes.read(new byte[] {3}, AdmissionCounts.CODEC::read))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("actual=3");
  }
}
