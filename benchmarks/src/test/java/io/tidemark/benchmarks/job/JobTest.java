package io.tidemark.benchmarks.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class JobTest {
  @Test
  void advancesEventTimeSoThatAWindowHoldsWhatIsAskedFor() {
    Job job = Job.of(Shape.TUMBLING, 10, 1_000_000, 400_000, 1);

    assertThat(job.stepMicros()).isEqualTo(50);
    assertThat(job.elementsPerPartition()).isEqualTo(500_000);
    assertThat(job.describe()).contains("1000000 elements", "400000 elements per window");
  }

  @Test
  void isTheSameJobWhenShortened() {
    Job job = Job.of(Shape.HOPPING, 10, 1_000, 400_000, 1);

    Event first = new Generator(job, 1, 0).next();

    assertThat(new Generator(job.shortenedTo(2), 1, 0).next()).isEqualTo(first);
    assertThat(job.shortenedTo(2).elements()).isEqualTo(2);
  }

  @Test
  void refusesANumberOfKeysThatTheGeneratorCannotDraw() {
    assertThatThrownBy(() -> Job.of(Shape.TUMBLING, (1L << 31) + 1, 2, 2, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("keys=2147483649");
  }
}
