package io.tidemark.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.benchmarks.job.Digest;
import io.tidemark.benchmarks.job.Digester;
import io.tidemark.benchmarks.job.Event;
import io.tidemark.benchmarks.job.Generator;
import io.tidemark.benchmarks.job.Job;
import io.tidemark.benchmarks.job.Shape;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

class HandLoopTest {
  private record Row(long windowEndMicros, long key) {}

  @Property(tries = 50)
  void countsWhatEachWindowHolds(
      @ForAll boolean hops,
      @ForAll @LongRange(min = 1, max = 100) long keys,
      @ForAll @LongRange(min = 1, max = 3_000) long elementsPerPartition,
      @ForAll @LongRange(min = 1, max = 50_000) long stepMicros,
      @ForAll long seed) {
    Shape shape = hops ? Shape.HOPPING : Shape.TUMBLING;
    Job job = new Job(shape, keys, elementsPerPartition, stepMicros, seed);

    assertThat(new HandLoop().run(job)).isEqualTo(everyElementIntoEveryWindow(job));
  }

  @Property(tries = 50)
  void endsSessionsAfterTheGap(
      @ForAll @LongRange(min = 1, max = 100) long keys,
      @ForAll @LongRange(min = 1, max = 3_000) long elementsPerPartition,
      @ForAll @LongRange(min = 1, max = 1_000_000) long stepMicros,
      @ForAll long seed) {
    Job job = new Job(Shape.SESSION, keys, elementsPerPartition, stepMicros, seed);

    assertThat(new HandLoop().run(job)).isEqualTo(sessionsOfSortedTimes(job));
  }

  @Property(tries = 50)
  void runsTimersInTheOrderOfTheirTimes(
      @ForAll @LongRange(min = 1, max = 100) long keys,
      @ForAll @LongRange(min = 1, max = 3_000) long elementsPerPartition,
      @ForAll @LongRange(min = 1, max = 100_000) long stepMicros,
      @ForAll long seed) {
    Job job = new Job(Shape.TIMERS, keys, elementsPerPartition, stepMicros, seed);

    assertThat(new HandLoop().run(job)).isEqualTo(timersOfAllElements(job));
  }

  private static Digest sessionsOfSortedTimes(Job job) {
    Digester digester = new Digester();
    timesByKey(job)
        .forEach(
            (key, times) -> {
              Collections.sort(times);
              long count = 0;
              for (int i = 0; i < times.size(); i++) {
                count++;
                if (i + 1 == times.size() || times.get(i + 1) - times.get(i) > 10_000_000) {
                  digester.add(times.get(i) + 10_000_000, key, count);
                  count = 0;
                }
              }
            });
    return digester.take();
  }

  private static Digest timersOfAllElements(Job job) {
    Digester digester = new Digester();
    timesByKey(job)
        .forEach(
            (key, times) -> {
              SortedSet<Long> timers = new TreeSet<>();
              times.forEach(time -> timers.addAll(List.of(time + 1_000_000, time + 5_000_000)));
              long count = 0;
              for (long timer : timers) {
                digester.add(timer, key, ++count);
              }
            });
    return digester.take();
  }

  private static Map<Long, List<Long>> timesByKey(Job job) {
    Map<Long, List<Long>> times = new HashMap<>();
    for (int p = 0; p < Job.PARTITIONS; p++) {
      Generator generator = new Generator(job, p, 0);
      while (generator.hasNext()) {
        Event event = generator.next();
        times.computeIfAbsent(event.key(), key -> new ArrayList<>()).add(event.timeMicros());
      }
    }
    return times;
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
