package io.tidemark.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.benchmarks.job.Digest;
import io.tidemark.benchmarks.job.Digester;
import io.tidemark.benchmarks.job.Event;
import io.tidemark.benchmarks.job.Generator;
import io.tidemark.benchmarks.job.Job;
import io.tidemark.benchmarks.job.Shape;
import java.util.HashMap;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

class HandLoopTest {
  private record Row(long windowEndMicros, long key) {}

  @Property(tries = 50)
  void countsWhatEachWindowHolds(
      @ForAll Shape shape,
      @ForAll @LongRange(min = 1, max = 100) long keys,
      @ForAll @LongRange(min = 1, max = 3_000) long elementsPerPartition,
      @ForAll @LongRange(min = 1, max = 50_000) long stepMicros,
      @ForAll long seed) {
    Job job = new Job(shape, keys, elementsPerPartition, stepMicros, seed);

    assertThat(new HandLoop().run(job)).isEqualTo(everyElementIntoEveryWindow(job));
  }

  private static Digest everyElementIntoEveryWindow(Job job) {
    Map<Row, Long> counts = new HashMap<>();
    long slide = job.shape().slideMicros();
    for (int p = 0; p < Job.PARTITIONS; p++) {
      Generator generator = new Generator(job, p, 0);
      while (generator.hasNext()) {
        Event event = generator.next();
        long end = (event.timeMicros() / slide + 1) * slide;
        for (; end - job.shape().sizeMicros() <= event.timeMicros(); end += slide) {
          counts.merge(new Row(end, event.key()), 1L, Long::sum);
        }
      }
    }
    Digester digester = new Digester();
    counts.forEach((row, count) -> digester.add(row.windowEndMicros(), row.key(), count));
    return digester.take();
  }
}
