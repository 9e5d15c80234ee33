package io.tidemark.benchmarks.micro;

import io.tidemark.benchmarks.job.Event;
import io.tidemark.benchmarks.job.Generator;
import io.tidemark.benchmarks.job.Job;
import io.tidemark.benchmarks.job.Shape;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.window.Aggregates;
import io.tidemark.core.window.FixedWindows;
import io.tidemark.core.window.WindowStep;
import io.tidemark.core.window.Windows;
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
 * One element accumulated, with its share of the windows that fire: the job of the comparison, by
 * one step in one thread. The elements are generated as they are needed, which {@link
 * GeneratorBenchmark} measures by itself.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class WindowStepBenchmark {
  private static final int BATCH = 4096;
  private static final int MAX_ROWS = 4096;

  /** The windows. */
  @Param({"TUMBLING", "HOPPING"})
  public Shape shape = Shape.TUMBLING;

  /** Number of keys. */
  @Param({"10", "10000", "1000000"})
  public long keys = 10_000;

  private Generator generator = generator();
  private WindowStep<Long, Event> step = step();
  private long highestMicros;

  /** Starts with an empty step. */
  @Setup(Level.Trial)
  public void start() {
    generator = generator();
    step = step();
    highestMicros = Long.MIN_VALUE;
  }

  private Generator generator() {
    return new Generator(new Job(shape, keys, 1_000_000_000_000L, 25, 1), 0, 0);
  }

  private WindowStep<Long, Event> step() {
    return new WindowStep<>(
        "counts",
        new FixedWindows(shape.sizeMicros(), shape.slideMicros(), 0, Windows.Closed.LEFT),
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
