package io.tidemark.benchmarks.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class GeneratorTest {
  @Property(tries = 100)
  void replaysFromAnyOffset(
      @ForAll long seed,
      @ForAll @LongRange(max = 300) long offset,
      @ForAll @IntRange(max = 1) int p) {
    Job job = new Job(Shape.TUMBLING, 17, 300, 50, seed);

    List<Event> whole = read(new Generator(job, p, 0));

    assertThat(read(new Generator(job, p, offset)))
        .isEqualTo(whole.subList((int) offset, whole.size()));
  }

  @Property(tries = 100)
  void isNeverLateForAWatermarkThatTrailsByTheDisorder(@ForAll long seed) {
    Job job = new Job(Shape.TUMBLING, 17, 2_000, 997, seed);
    Generator generator = new Generator(job, 0, 0);
    long highestMicros = Long.MIN_VALUE;
    long mostBehindMicros = 0;
    while (generator.hasNext()) {
      long timeMicros = generator.next().timeMicros();
      highestMicros = Math.max(highestMicros, timeMicros);
      mostBehindMicros = Math.max(mostBehindMicros, highestMicros - timeMicros);
    }

    assertThat(mostBehindMicros).isBetween(Job.DISORDER_MICROS / 2, Job.DISORDER_MICROS - 1);
  }

  @Property(tries = 20)
  void usesAllKeysAndNoOthers(@ForAll long seed, @ForAll @LongRange(min = 1, max = 50) long keys) {
    Job job = new Job(Shape.TUMBLING, keys, 5_000, 50, seed);

    assertThat(read(new Generator(job, 0, 0)).stream().mapToLong(Event::key).distinct().sorted())
        .hasSize((int) keys)
        .startsWith(0L)
        .endsWith(keys - 1);
  }

  @Test
  void givesThePartitionsDifferentElements() {
    Job job = new Job(Shape.TUMBLING, 1_000_000, 1_000, 50, 1);

    assertThat(read(new Generator(job, 0, 0)))
        .doesNotContainAnyElementsOf(read(new Generator(job, 1, 0)));
  }

  @Test
  void refusesToReadPastTheEnd() {
    Job job = new Job(Shape.TUMBLING, 1, 3, 50, 1);

    assertThatThrownBy(() -> new Generator(job, 0, 3).next())
        .isInstanceOf(NoSuchElementException.class)
        .hasMessageContaining("length=3");
  }

  private static List<Event> read(Generator generator) {
    List<Event> events = new ArrayList<>();
    while (generator.hasNext()) {
      events.add(generator.next());
    }
    return events;
  }
}
