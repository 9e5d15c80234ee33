package io.tidemark.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.benchmarks.job.Digest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TableTest {
  @Test
  void printsMediansExtremesAndRatios() {
    Map<Contender, List<Measurement>> measurements = new LinkedHashMap<>();
    measurements.put(new Named("fast"), List.of(seconds(3), seconds(1), seconds(2)));
    measurements.put(new Named("slow"), List.of(seconds(10), seconds(8), seconds(9)));

    assertThat(new Table(18_000_000, measurements).format())
        .isEqualTo(
            """
            | contender | median s | min | max | CPU s | million elements/s | × fast | × slow |
            |---|---:|---:|---:|---:|---:|---:|---:|
            | fast | 2.00 | 1.00 | 3.00 | 4.00 | 9.00 | 1.00 | 4.50 |
            | slow | 9.00 | 8.00 | 10.00 | 18.00 | 2.00 | 0.22 | 1.00 |
            """);
  }

  @Test
  void takesTheMeanOfTheTwoInTheMiddleOfAnEvenNumber() {
    assertThat(Table.median(LongStream.of(4, 1, 2, 100))).isEqualTo(3);
  }

  private static Measurement seconds(long wall) {
    return new Measurement(Digest.EMPTY, wall * 1_000_000_000, 2 * wall * 1_000_000_000);
  }

  private record Named(String name) implements Contender {
    @Override
    public String settings() {
      return "";
    }

    @Override
    public List<String> jvmFlags() {
      return List.of();
    }

    @Override
    public Engine start(Surroundings surroundings) {
      throw new AssertionError("a table starts nothing");
    }
  }
}
