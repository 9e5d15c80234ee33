package io.tidemark.benchmarks.micro;

import io.tidemark.core.channel.Incoming;
import io.tidemark.core.channel.Outgoing;
import io.tidemark.core.entity.Step;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Message;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What keeping track of one item costs: it is numbered, kept and sent, the receiver takes it and
 * answers, the answer frees progress, and every so many items are durable.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class InFlightBenchmark {
  private static final EntityId FROM = new EntityId.Partition("source", 0);
  private static final EntityId TO = new EntityId.KeyGroup("stream", 0);
  private static final Message.Payload PAYLOAD = new Message.Outputs(List.of());
  private static final int WINDOW = 32;

  /** After how many items the receiver writes. */
  @Param({"1", "64"})
  public int durableEvery = 64;

  private Outgoing sender = new Outgoing(FROM, TO, WINDOW);
  private Incoming receiver = new Incoming();
  private long number;

  /** Starts with an empty channel. */
  @Setup(Level.Iteration)
  public void start() {
    sender = new Outgoing(FROM, TO, WINDOW);
    receiver = new Incoming();
    number = 0;
  }

  /** One item there and its answer back; the sender's hold afterwards. */
  @Benchmark
  public long item() {
    number++;
    Step step = new Step();
    sender.add(number, number, PAYLOAD);
    sender.send(number, 1, step);
    Incoming.Verdict verdict = receiver.offer(FROM, number, number - 1);
    if (verdict != Incoming.Verdict.TAKE) {
      throw new IllegalStateException("an item in order was not taken: " + verdict);
    }
    long durable = number % durableEvery == 0 ? number : number - number % durableEvery;
    sender.acknowledge(number, durable, true);
    return sender.holdMicros();
  }
}
