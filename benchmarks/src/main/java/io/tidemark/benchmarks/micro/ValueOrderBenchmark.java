package io.tidemark.benchmarks.micro;

import io.tidemark.core.row.ValueOrder;
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

/** Two values compared, as in sorting a window's rows by key. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ValueOrderBenchmark {
  private static final int COUNT = 1024;

  /** What the values are. */
  @Param public Values kind = Values.LONG;

  private Object[] values = {};

  /** Draws the values. */
  @Setup(Level.Trial)
  public void draw() {
    values = kind.draw(COUNT + 1);
  }

  /** Compares each value with the next. */
  @Benchmark
  @OperationsPerInvocation(COUNT)
  public int compare() {
    int sum = 0;
    for (int i = 0; i < COUNT; i++) {
      sum += ValueOrder.INSTANCE.compare(values[i], values[i + 1]);
    }
    return sum;
  }
}
