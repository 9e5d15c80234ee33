package io.tidemark.core.substream;

import io.tidemark.core.channel.Ports;
import io.tidemark.core.codec.Blob;
import io.tidemark.core.codec.Bytes;
import io.tidemark.core.entity.Computation;
import io.tidemark.core.entity.DataError;
import io.tidemark.core.entity.Entity;
import io.tidemark.core.entity.Event;
import io.tidemark.core.entity.Limits;
import io.tidemark.core.entity.SnapshotFormat;
import io.tidemark.core.entity.SnapshotPace;
import io.tidemark.core.entity.Step;
import io.tidemark.core.message.AdmittedBatch;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.KeyCounts;
import io.tidemark.core.message.Message;
import io.tidemark.core.message.Output;
import io.tidemark.core.time.KeyAdmission;
import io.tidemark.core.time.KeyState;
import io.tidemark.core.time.Time;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * One key of one source partition: judges the order of the key's elements against the key's own
 * watermark and runs the computations keyed by it.
 *
 * <p>It lives inside an incarnation of its partition: only a feed starts it, it speaks only to that
 * partition (and hands outputs on), and its writes stand under that partition's fence. It has no
 * timer: the partition urges it.
 */
public final class Substream implements Entity {
  /** Port of the diagnostics. */
  public static final int DIAGNOSTICS = 0;

  /** Port of the elements that go on to key groups. */
  public static final int ELEMENTS = 1;

  /** Port of the first computation's outputs; the others follow. */
  public static final int FIRST_COMPUTATION = 2;

  private static final SnapshotFormat FORMAT = new SnapshotFormat(2);
  private static final int SNAPSHOT_AFTER_EVENTS = 128;

  private final EntityId.Substream self;
  private final KeyStep judge;
  private final List<Computation> computations;
  private final Ports ports;
  private final Limits limits;
  private final SnapshotPace pace = new SnapshotPace(SNAPSHOT_AFTER_EVENTS);

  private KeyAdmission admission;
  private KeyCounts base = KeyCounts.NONE;
  private KeyCounts counts = KeyCounts.NONE;
  private long openedAt;
  private long position;
  private long durable;
  private long number;
  private int unrecorded;

  private long generation;
  private long fence;
  private long start;
  private long incarnation;
  private long statements;
  private boolean stopped;
  private boolean writing;

  /**
   * A substream that has taken nothing.
   *
   * @param ports diagnostics, elements, then the outputs of each computation
   */
  public Substream(
      EntityId.Substream self,
      KeyStep judge,
      List<Computation> computations,
      Ports ports,
      Limits limits) {
    this.self = self;
    this.judge = judge;
    this.computations = List.copyOf(computations);
    this.ports = ports;
    this.limits = limits;
    this.admission = judge.admission(KeyState.INITIAL);
  }

  @Override
  public void replay(Event event) {
    if (!(event instanceof SubstreamEvent.Advanced advanced)) {
      throw new IllegalArgumentException(self.name() + " cannot apply " + event);
    }
    pace.event(event);
    position = advanced.position();
    durable = position;
    openedAt = advanced.openedAt();
    base = advanced.base();
    boolean discarded = advanced.counts().discardedWindows() > counts.discardedWindows();
    counts = advanced.counts();
    admission = judge.admission(advanced.key());
    number = advanced.number();
    advanced.delta().decode(this::readComputations);
    List<List<Output>> outputs = ports.decode(advanced.outputs());
    for (int i = 0; i < computations.size(); i++) {
      outputs.get(FIRST_COMPUTATION + i).forEach(computations.get(i)::fired);
    }
    if (discarded) {
      computations.forEach(Computation::discard);
    }
    keep(outputs);
    ports.replayDurables(advanced.durables());
    ports.replayDigest(advanced.digest());
  }

  @Override
  public Step start(long nowMicros) {
    incarnation = nowMicros;
    return new Step();
  }

  @Override
  public Step receive(long nowMicros, Message message) {
    Step step = new Step();
    if (stopped) {
      return step;
    }
    if (message instanceof Message.Feed feed) {
      try {
        take(nowMicros, feed, step);
      } catch (DataError e) {
        step.add(new Step.Fail(String.valueOf(e.getMessage())));
      }
    } else if (message instanceof Message.Ack ack) {
      adopt(ack.generation());
      if (ports.acknowledge(ack, generation)) {
        ports.send(nowMicros, generation, step);
        say(step);
      }
    } else if (!(message instanceof Message.Continue)) {
      throw new IllegalArgumentException(self.name() + " cannot take " + message);
    }
    return step;
  }

  @Override
  public Step persisted(long nowMicros) {
    writing = false;
    durable = position;
    Step step = new Step();
    ports.send(nowMicros, generation, step);
    say(step);
    return step;
  }

  private void take(long nowMicros, Message.Feed feed, Step step) {
    if (fence == 0) {
      fence = feed.fence();
      start = feed.start();
    }
    if (feed.fence() < fence || (feed.fence() == fence && feed.start() < start)) {
      return;
    }
    if (feed.fence() > fence || feed.start() > start) {
      stop(step);
      return;
    }
    adopt(feed.generation());
    if (feed.urge() == Message.Urge.PASSIVATE) {
      if (idle() && feed.openedAt() == openedAt) {
        stop(step);
      }
      return;
    }
    open(feed.openedAt());
    List<List<Output>> outputs = emptyOutputs();
    for (Message.FeedItem item : feed.items()) {
      if (item.number() > position && item.previous() <= position) {
        process(item, outputs);
      }
    }
    finish(nowMicros, feed, outputs, step);
  }

  private void adopt(long heard) {
    if (heard > generation) {
      generation = heard;
      ports.fallBack();
    }
  }

  private void finish(long nowMicros, Message.Feed feed, List<List<Output>> outputs, Step step) {
    boolean any = false;
    for (List<Output> ofPort : outputs) {
      any |= !ofPort.isEmpty();
    }
    boolean full = unrecorded >= limits.recordElements();
    boolean flush = feed.urge() == Message.Urge.FLUSH && unrecorded > 0;
    if (any || full || flush) {
      // It says how far it is once that is durable: a word before would be a message for nothing.
      record(outputs, step);
      return;
    }
    if (feed.urge() == Message.Urge.FLUSH) {
      ports.resend(nowMicros, limits.resendAfterMicros(), generation, step);
    }
    ports.send(nowMicros, generation, step);
    say(step);
  }

  private void open(long decision) {
    if (decision > openedAt) {
      openedAt = decision;
      base = counts;
    }
  }

  private void process(Message.FeedItem item, List<List<Output>> outputs) {
    AdmittedBatch.Slice elements = item.elements();
    for (int i = 0; i < elements.size(); i++) {
      counts = counts.plus(judge.judge(admission, elements, i, outputs, this::accept));
    }
    unrecorded += elements.size();
    admission.raise(item.floorMicros());
    for (int i = 0; i < computations.size(); i++) {
      Computation computation = computations.get(i);
      List<Output> fired = outputs.get(FIRST_COMPUTATION + i);
      while (!computation.isEmpty() && computation.nextDueMicros() <= admission.watermarkMicros()) {
        fired.addAll(computation.fire(admission.watermarkMicros(), Integer.MAX_VALUE));
      }
      if (item.sealed()) {
        long dropped = computation.discard();
        counts = counts.plus(new KeyCounts(0, 0, 0, 0, 0, dropped));
        unrecorded += (int) Math.min(dropped, Integer.MAX_VALUE);
      }
      if (unrecorded == 0 && computation.unrecorded() > 0) {
        unrecorded = 1; // Something changed without an element, and gave nothing.
      }
    }
    position = item.number();
  }

  private void accept(long assignedMicros, Object element) {
    for (Computation computation : computations) {
      computation.accept(self, assignedMicros, element);
    }
  }

  private void record(List<List<Output>> outputs, Step step) {
    number = position;
    keep(outputs);
    unrecorded = 0;
    writing = true;
    Event event =
        new SubstreamEvent.Advanced(
            self.partition(),
            fence,
            position,
            openedAt,
            base,
            counts,
            admission.state(),
            number,
            ports.encode(outputs),
            ports.durables(),
            Blob.of(this::writeDeltas),
            ports.digest());
    pace.event(event);
    step.persist(event);
  }

  private void keep(List<List<Output>> outputs) {
    for (int port = 0; port < outputs.size(); port++) {
      ports.add(port, number, outputs.get(port));
    }
  }

  private void stop(Step step) {
    stopped = true;
    step.add(new Step.Stop());
  }

  private boolean idle() {
    return !writing && unrecorded == 0 && ports.retained() == 0;
  }

  private void say(Step step) {
    boolean empty = true;
    long due = Time.MAX;
    long hold = ports.holdMicros();
    for (Computation computation : computations) {
      if (!computation.isEmpty()) {
        empty = false;
        due = Math.min(due, computation.nextDueMicros());
        hold = Math.min(hold, computation.holdMicros());
      }
    }
    step.send(
        self.partition(),
        new Message.Statement(
            self,
            generation,
            fence,
            start,
            incarnation,
            ++statements,
            position,
            durable,
            hold,
            due,
            empty,
            outputLow(),
            (int) Math.min(ports.retained(), Integer.MAX_VALUE),
            idle(),
            empty,
            admission.watermarkMicros(),
            counts.minus(base)));
  }

  /**
   * The number up to which no output can still come. Outputs being written have the number of the
   * last item taken with them; taken again in smaller feeds after a crash, they have smaller ones.
   */
  private long outputLow() {
    long oldest = ports.oldest();
    long low = oldest == 0 ? position : oldest - 1;
    return writing ? Math.min(low, durable) : low;
  }

  private List<List<Output>> emptyOutputs() {
    List<List<Output>> outputs = new ArrayList<>(FIRST_COMPUTATION + computations.size());
    for (int i = 0; i < FIRST_COMPUTATION + computations.size(); i++) {
      outputs.add(new ArrayList<>(0));
    }
    return outputs;
  }

  private void writeDeltas(DataOutput out) throws IOException {
    for (Computation computation : computations) {
      computation.writeDelta(out);
    }
  }

  private DataInput readComputations(DataInput in) throws IOException {
    for (Computation computation : computations) {
      computation.readInto(in);
    }
    return in;
  }

  @Override
  public boolean snapshotDue() {
    return pace.isDue();
  }

  @Override
  public byte[] snapshot() {
    return pace.snapshot(
        FORMAT.write(
            out -> {
              Bytes.writeVarLong(position, out);
              Bytes.writeVarLong(openedAt, out);
              base.write(out);
              counts.write(out);
              KeyState.CODEC.write(admission.state(), out);
              Bytes.writeVarLong(number, out);
              ports.writeRetained(out);
              for (Computation computation : computations) {
                computation.writeAll(out);
              }
            }));
  }

  @Override
  public void restore(byte[] snapshot) {
    FORMAT.read(
        self,
        pace.snapshot(snapshot),
        in -> {
          position = Bytes.readVarLong(in);
          durable = position;
          openedAt = Bytes.readVarLong(in);
          base = KeyCounts.read(in);
          counts = KeyCounts.read(in);
          admission = judge.admission(KeyState.CODEC.read(in));
          number = Bytes.readVarLong(in);
          ports.readRetained(in);
          readComputations(in);
        });
  }
}
