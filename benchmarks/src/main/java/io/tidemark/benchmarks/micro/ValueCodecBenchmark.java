package io.tidemark.benchmarks.micro;

import io.tidemark.core.codec.ValueCodec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
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

/** One value written to or read from memory. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ValueCodecBenchmark {
  private static final int COUNT = 1024;

  /** What the values are. */
  @Param public Values kind = Values.LONG;

  private final ByteArrayOutputStream buffer = new ByteArrayOutputStream(COUNT * 64);
  private Object[] values = {};
  private byte[] written = {};

  /** Draws the values and writes them once. */
  @Setup(Level.Trial)
  public void draw() throws IOException {
    values = kind.draw(COUNT);
    write();
    written = buffer.toByteArray();
  }

  /** Writes all values. */
  @Benchmark
  @OperationsPerInvocation(COUNT)
  public int write() throws IOException {
    buffer.reset();
    DataOutputStream out = new DataOutputStream(buffer);
    for (Object value : values) {
      ValueCodec.INSTANCE.write(value, out);
    }
    return buffer.size();
  }

  /** Reads all values. */
  @Benchmark
  @OperationsPerInvocation(COUNT)
  public void read(Blackhole read) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(written));
    for (int i = 0; i < COUNT; i++) {
      read.consume(ValueCodec.INSTANCE.read(in));
    }
  }
}
