package io.tidemark.benchmarks.micro;

import io.tidemark.benchmarks.job.Event;
import io.tidemark.benchmarks.job.Generator;
import io.tidemark.benchmarks.job.Job;
import io.tidemark.benchmarks.job.Shape;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.window.Aggregates;
import io.tidemark.core.window.Windowing;
import io.tidemark.core.window.Windows;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * One element accumulated in the session of its key, with its share of the sessions that fire: the
 * elements of {@link WindowStepBenchmark}, and a gap of four times a key's usual distance between
 * two, so that a session has 55 elements or so, where a tumbling window of it has 40.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class SessionBenchmark {
  private static final long STEP_MICROS = 25;
  private static final int BATCH = 4096;
  private static final int MAX_ROWS = 4096;

  /** Number of keys. */
  @Param({"10", "10000", "1000000"})
  public long keys = 10_000;

  private Generator generator = generator();
  private Windowing<Long, Event> step = step();
  private long highestMicros;

  /** Starts with an empty step. */
  @Setup(Level.Trial)
  public void start() {
    generator = generator();
    step = step();
    highestMicros = Long.MIN_VALUE;
  }

  private Generator generator() {
    return new Generator(new Job(Shape.TUMBLING, keys, 1_000_000_000_000L, STEP_MICROS, 1), 0, 0);
  }

  private Windowing<Long, Event> step() {
    return Windowing.of(
        "counts",
        Windows.session(Duration.ofNanos(4_000 * STEP_MICROS * keys)),
        KeySelector.ofValues(Event::key),
        List.of(Aggregates.count()));
  }

  /** One batch, then the progress it makes. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public void acceptAndFire(Blackhole rows) {
    for (int i = 0; i < BATCH; i++) {
      Event event = generator.next();
      highestMicros = Math.max(highestMicros, event.timeMicros());
      step.accept(event.timeMicros(), event);
    }
    long progressMicros = highestMicros - Job.DISORDER_MICROS;
    do {
      rows.consume(step.fire(progressMicros, MAX_ROWS));
    } while (step.nextDueMicros() <= progressMicros);
  }
}
