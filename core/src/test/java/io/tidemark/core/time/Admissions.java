package io.tidemark.core.time;

import static io.tidemark.core.time.OnViolation.ADJUST;
import static io.tidemark.core.time.OnViolation.DROP;

import java.time.Duration;
import java.time.temporal.ChronoUnit;

/** A policy whose bounds are easy to tell apart, and partitions that keep policies; in ticks. */
final class Admissions {
  private Admissions() {}

  /** Early 50, late 20, out of order 5. */
  static final TimePolicy POLICY =
      TimePolicy.defaults()
          .early(ticks(50), DROP)
          .late(ticks(20), ADJUST)
          .outOfOrder(ticks(5), ADJUST);

  static Duration ticks(long ticks) {
    return Duration.of(ticks, ChronoUnit.MICROS);
  }

  static PartitionAdmission admission(TimePolicy policy) {
    return new PartitionAdmission(policy, false, AdmissionState.INITIAL);
  }
}
