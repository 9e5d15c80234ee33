package io.tidemark.core.keygroup;

import io.tidemark.core.channel.Incoming;
import io.tidemark.core.channel.Ports;
import io.tidemark.core.channel.PositionCodec;
import io.tidemark.core.channel.Reporter;
import io.tidemark.core.codec.Blob;
import io.tidemark.core.codec.Bytes;
import io.tidemark.core.entity.Computation;
import io.tidemark.core.entity.Event;
import io.tidemark.core.entity.FencedEntity;
import io.tidemark.core.entity.Holding;
import io.tidemark.core.entity.Limits;
import io.tidemark.core.entity.SnapshotFormat;
import io.tidemark.core.entity.Step;
import io.tidemark.core.message.AdmittedBatch;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Message;
import io.tidemark.core.message.Output;
import io.tidemark.core.time.Time;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One of the key groups of a computation: takes elements from everything upstream, fires what is
 * final at the merged progress, and hands outputs on once they are durable.
 *
 * <p>Elements are accumulated when they come: the computation does not depend on their order, or
 * orders them itself. Work is recorded when outputs are due, or when enough of it is unrecorded by
 * count or age. A record covers everything in memory, so its positions are those in memory.
 */
public final class KeyGroup extends FencedEntity {
  private static final SnapshotFormat FORMAT = new SnapshotFormat(2);

  private final EntityId.KeyGroup self;
  private final Computation computation;
  private final Ports ports;
  private final Limits limits;
  private final Incoming incoming = new Incoming();
  private final Reporter reporter;
  private final Rings rings = new Rings();

  private long appliedMicros = Time.MIN;
  private long targetMicros = Time.MIN;
  private boolean targetSealed;
  private boolean sealed;
  private long number;
  private long discarded;
  private long unrecordedElements;
  private long unrecordedSinceMicros = Time.MAX;

  /**
   * A key group that has done nothing.
   *
   * @param ports one port: the computation's outputs
   */
  public KeyGroup(EntityId.KeyGroup self, Computation computation, Ports ports, Limits limits) {
    super(self, FORMAT);
    this.self = self;
    this.computation = computation;
    this.ports = ports;
    this.limits = limits;
    this.reporter = new Reporter(self);
  }

  /**
   * In a replay: timers by the clock run where these say, and nowhere else.
   *
   * @param recorded in order, of a run from its beginning
   */
  public void follow(Collection<KeyGroupEvent.Rung> recorded) {
    rings.follow(recorded);
  }

  @Override
  protected void apply(Event event) {
    if (event instanceof KeyGroupEvent.Advanced advanced) {
      apply(advanced);
    } else if (event instanceof KeyGroupEvent.Rung rung) {
      apply(rung.advanced());
    } else {
      throw new IllegalArgumentException(self.name() + " cannot apply " + event);
    }
  }

  private void apply(KeyGroupEvent.Advanced advanced) {
    incoming.replay(advanced.positions(), advanced.lows());
    appliedMicros = advanced.appliedMicros();
    number = advanced.number();
    advanced
        .delta()
        .decode(
            in -> {
              computation.readInto(in);
              return in;
            });
    List<Output> outputs = ports.decode(advanced.outputs()).get(0);
    outputs.forEach(computation::fired);
    if (advanced.discarded() > discarded) {
      computation.discard();
      discarded = advanced.discarded();
    }
    ports.add(0, number, outputs);
    ports.replayDurables(advanced.durables());
    ports.replayDigest(advanced.digest());
  }

  @Override
  protected void recovered(long nowMicros, Step step) {
    targetMicros = appliedMicros;
    ports.send(nowMicros, generation(), step);
    report(step);
  }

  @Override
  protected void adopted(long nowMicros, Step step) {
    targetMicros = appliedMicros;
    targetSealed = false;
    sealed = false;
    ports.fallBack();
    ports.send(nowMicros, generation(), step);
    report(step);
  }

  @Override
  protected void handle(long nowMicros, Message message, Step step) {
    if (message instanceof Message.Item item) {
      take(nowMicros, item, step);
    } else if (message instanceof Message.Ack ack) {
      if (ports.acknowledge(ack, generation())) {
        ports.send(nowMicros, generation(), step);
        advance(step);
      }
    } else if (message instanceof Message.Progress progress) {
      if (own(progress.generation())) {
        targetMicros = Math.max(targetMicros, progress.progressMicros());
        targetSealed |= progress.sealed();
        advance(step);
      }
    } else if (message instanceof Message.OutputLow low) {
      incoming.low(low.from(), low.low());
    } else if (message instanceof Message.Ping) {
      reporter.repeat(generation(), reported(), sealed && !ports.undelivered(), step);
    } else {
      throw new IllegalArgumentException(self.name() + " cannot take " + message);
    }
  }

  @Override
  public Step tick(long nowMicros) {
    Step step = new Step();
    ports.resend(nowMicros, limits.resendAfterMicros(), generation(), step);
    boolean old =
        incoming.unrecorded() && nowMicros - unrecordedSinceMicros >= limits.recordAfterMicros();
    if (old && !waits()) {
      record(List.of(), appliedMicros, step);
    }
    rings.read(nowMicros);
    if (computation.nextByClockMicros() <= rings.clockMicros()) {
      advance(step);
    }
    return step;
  }

  @Override
  protected void resume(long nowMicros, Step step) {
    advance(step);
  }

  @Override
  protected void recorded(long nowMicros, Event event, Step step) {
    for (EntityId from : incoming.recorded()) {
      step.send(from, acknowledgement(from));
    }
    ports.send(nowMicros, generation(), step);
    report(step);
    if (targetMicros > appliedMicros || targetSealed != sealed || isDue(targetMicros)) {
      step.again();
    }
  }

  /** Whether something is due by the progress. */
  private boolean isDue(long progressMicros) {
    return !computation.isEmpty() && computation.nextDueMicros() <= progressMicros;
  }

  private void take(long nowMicros, Message.Item item, Step step) {
    if (incoming.offer(item.from(), item.number(), item.previous()) == Incoming.Verdict.TAKE) {
      if (!accept(item, step)) {
        return;
      }
      unrecordedElements += item.payload().size();
      if (unrecordedSinceMicros == Time.MAX) {
        unrecordedSinceMicros = nowMicros;
      }
      if (isDue(targetMicros)) {
        advance(step);
      }
      if (unrecordedElements >= limits.recordElements() && !isWriting() && !waits()) {
        record(List.of(), appliedMicros, step);
      }
    }
    step.send(item.from(), acknowledgement(item.from()));
  }

  private boolean accept(Message.Item item, Step step) {
    if (item.payload() instanceof Message.Elements elements) {
      AdmittedBatch.Slice slice = elements.slice();
      for (int i = 0; i < slice.size(); i++) {
        long timeMicros = slice.timeMicros(i);
        if (timeMicros < targetMicros) {
          return overtaken(item, timeMicros, step);
        }
      }
      computation.accept(item.from(), slice);
    } else if (item.payload() instanceof Message.Outputs outputs) {
      for (Output output : outputs.outputs()) {
        if (output.timeMicros() < targetMicros) {
          return overtaken(item, output.timeMicros(), step);
        }
        computation.accept(item.from(), output.timeMicros(), output.value());
      }
    }
    String refusal = computation.refusal();
    if (refusal != null) {
      step.add(new Step.Fail(refusal));
      return false;
    }
    return true;
  }

  private boolean overtaken(Message.Item item, long timeMicros, Step step) {
    step.add(
        new Step.Fail(
            "progress overtook an element: receiver="
                + self.name()
                + ", sender="
                + item.from().name()
                + ", item="
                + item.number()
                + ", element="
                + Time.format(timeMicros)
                + ", progress="
                + Time.format(targetMicros)));
    return false;
  }

  /**
   * Whether a receiver has so much to catch up with that more must wait. Outputs of a progress that
   * is not reached yet do not count: a sink may hold them until it is. Without records the
   * partitions are not told that their elements are safe, so in the end they read no further.
   */
  private boolean waits() {
    return ports.retained() >= limits.retainedOutputs()
        && ports.retainedBefore(reachedMicros()) >= limits.retainedOutputs();
  }

  private void advance(Step step) {
    if (isWriting()) {
      return;
    }
    if (waits()) {
      report(step);
      return;
    }
    long goalMicros = rings.goal(targetMicros);
    if (isDue(goalMicros)) {
      List<Output> outputs = computation.fire(goalMicros, limits.fireRows());
      boolean more = isDue(goalMicros);
      if (!outputs.isEmpty()) {
        record(outputs, more ? appliedMicros : goalMicros, step);
        return;
      } else if (more) {
        step.again();
        return;
      }
    }
    appliedMicros = goalMicros;
    Computation.Rung rung = rings.ring(computation, appliedMicros, limits.fireRows());
    if (rung.timers() > 0) {
      record(rung, step);
      return;
    } else if (goalMicros < targetMicros) {
      step.again();
      return;
    }
    if (targetSealed && !sealed) {
      sealed = true;
      long dropped = computation.discard();
      if (dropped > 0) {
        discarded += dropped;
        record(List.of(), appliedMicros, step);
      }
    }
    report(step);
  }

  private void record(List<Output> outputs, long newAppliedMicros, Step step) {
    appliedMicros = newAppliedMicros;
    write(step, advanced(outputs));
  }

  private void record(Computation.Rung rung, Step step) {
    KeyGroupEvent.Advanced advanced = advanced(rung.outputs());
    write(step, new KeyGroupEvent.Rung(rings.clockMicros(), rung.timers(), advanced));
  }

  private KeyGroupEvent.Advanced advanced(List<Output> outputs) {
    if (!outputs.isEmpty()) {
      number++;
      ports.add(0, number, outputs);
    }
    unrecordedElements = 0;
    unrecordedSinceMicros = Time.MAX;
    return new KeyGroupEvent.Advanced(
        incoming.record(),
        incoming.recordLows(),
        appliedMicros,
        number,
        ports.encode(List.of(outputs)),
        ports.durables(),
        Blob.of(computation::writeDelta),
        discarded,
        ports.digest());
  }

  private Message.Ack acknowledgement(EntityId from) {
    return new Message.Ack(self, generation(), incoming.position(from), incoming.durable(from));
  }

  private long reported() {
    return Math.min(reachedMicros(), ports.holdMicros());
  }

  /** Before this no output will come any more. */
  private long reachedMicros() {
    return computation.isEmpty()
        ? appliedMicros
        : Math.min(appliedMicros, computation.holdMicros());
  }

  private void report(Step step) {
    reporter.report(generation(), reported(), sealed && !ports.undelivered(), step);
  }

  /**
   * What holds the progress of the outputs back where it is, though progress has passed it; null
   * where nothing does.
   */
  public @Nullable Holding holding() {
    return computation.isEmpty() || computation.holdMicros() >= appliedMicros
        ? null
        : computation.holding();
  }

  /** How many open windows the end of the input has discarded. */
  public long discardedWindows() {
    return discarded;
  }

  @Override
  protected void writeState(DataOutput out) throws IOException {
    out.writeLong(appliedMicros);
    Bytes.writeVarLong(number, out);
    Bytes.writeVarLong(discarded, out);
    PositionCodec.writePositions(incoming.taken(), out);
    PositionCodec.writeLows(incoming.recordLows(), out);
    ports.writeRetained(out);
    computation.writeAll(out);
  }

  @Override
  protected void readState(DataInput in) throws IOException {
    appliedMicros = in.readLong();
    number = Bytes.readVarLong(in);
    discarded = Bytes.readVarLong(in);
    incoming.replay(PositionCodec.readPositions(in), PositionCodec.readLows(in));
    ports.readRetained(in);
    computation.readInto(in);
  }
}
