package io.tidemark.core.sink;

import io.tidemark.core.channel.Incoming;
import io.tidemark.core.channel.PositionCodec;
import io.tidemark.core.channel.Reporter;
import io.tidemark.core.codec.ByteSink;
import io.tidemark.core.codec.Bytes;
import io.tidemark.core.entity.Event;
import io.tidemark.core.entity.FencedEntity;
import io.tidemark.core.entity.Limits;
import io.tidemark.core.entity.SnapshotFormat;
import io.tidemark.core.entity.Step;
import io.tidemark.core.message.AdmittedBatch;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Message;
import io.tidemark.core.message.Output;
import io.tidemark.core.message.OutputDigest;
import io.tidemark.core.time.Time;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Merges everything upstream into one output, in canonical order, exactly once.
 *
 * <p>Rows wait until progress has passed them. Then they are appended and synced, the length and
 * the positions are recorded, and only then acknowledged as durable: a crash in between leaves
 * bytes beyond the recorded length, which the next incarnation cuts off before it writes the same
 * rows again. Rows before the recorded time that come again are in the output already.
 */
public final class Sink extends FencedEntity {
  /** When rows are written. */
  public enum Order {
    /** When progress has passed their time: the output is in canonical order. */
    TIME,
    /** At once: the output is in order for each key, and not comparable byte for byte. */
    KEY
  }

  private static final SnapshotFormat FORMAT = new SnapshotFormat(2);

  private final EntityId.Sink self;
  private final Order order;
  private final Limits limits;
  private final Intake intake;
  private final ByteSink encoded = new ByteSink(64);
  private final Incoming incoming = new Incoming();
  private final HeldRows held;
  private final Reporter reporter;

  private long committedMicros = Time.MIN;
  private long length;
  private long rows;
  private boolean sealed;
  private OutputDigest digest = OutputDigest.NONE;
  private long recoveredMicros = Time.MIN;
  private long targetMicros = Time.MIN;
  private boolean targetSealed;
  private boolean open;
  private @Nullable Commit committing;
  private long heldBackSinceMicros = Time.MAX;
  private List<Incoming.Position> recording = List.of();

  private record Commit(long untilMicros, List<Output> rows, boolean sealed) {}

  /**
   * A sink that has written nothing.
   *
   * @param intake what the rows are of what is handed on
   */
  public Sink(EntityId.Sink self, Order order, Intake intake, Limits limits) {
    super(self, FORMAT);
    this.self = self;
    this.order = order;
    this.limits = limits;
    this.intake = intake;
    this.held = new HeldRows(intake.order());
    this.reporter = new Reporter(self);
  }

  @Override
  protected void apply(Event event) {
    if (!(event instanceof SinkEvent.Committed committed)) {
      throw new IllegalArgumentException(self.name() + " cannot apply " + event);
    }
    incoming.replay(committed.positions(), committed.lows());
    committedMicros = committed.committedMicros();
    length = committed.length();
    rows = committed.rows();
    sealed = committed.sealed();
    digest = committed.digest();
  }

  @Override
  protected void recovered(long nowMicros, Step step) {
    recoveredMicros = committedMicros;
    targetMicros = committedMicros;
    step.add(new Step.Write(List.of(), length));
    report(step);
  }

  @Override
  protected void adopted(long nowMicros, Step step) {
    targetMicros = committedMicros;
    targetSealed = false;
    report(step);
  }

  @Override
  protected void handle(long nowMicros, Message message, Step step) {
    if (message instanceof Message.Item item) {
      take(nowMicros, item, step);
    } else if (message instanceof Message.Progress progress) {
      if (own(progress.generation())) {
        targetMicros = Math.max(targetMicros, progress.progressMicros());
        targetSealed |= progress.sealed();
        commit(nowMicros, step);
      }
    } else if (message instanceof Message.Written written) {
      written(nowMicros, written, step);
    } else if (message instanceof Message.OutputLow low) {
      incoming.low(low.from(), low.low());
    } else if (message instanceof Message.Ping) {
      reporter.repeat(generation(), committedMicros, sealed, step);
    } else {
      throw new IllegalArgumentException(self.name() + " cannot take " + message);
    }
  }

  @Override
  public Step tick(long nowMicros) {
    Step step = new Step();
    commit(nowMicros, step);
    return step;
  }

  @Override
  protected void resume(long nowMicros, Step step) {
    commit(nowMicros, step);
  }

  @Override
  protected void recorded(long nowMicros, Event event, Step step) {
    List<Incoming.Position> durable = recording;
    recording = List.of();
    incoming.forget();
    for (Incoming.Position position : durable) {
      step.send(position.from(), acknowledgement(position.from()));
    }
    report(step);
    commit(nowMicros, step);
  }

  private void take(long nowMicros, Message.Item item, Step step) {
    if (incoming.offer(item.from(), item.number(), item.previous()) == Incoming.Verdict.TAKE) {
      List<Output> fresh = new ArrayList<>(item.payload().size());
      for (Output row : rows(item)) {
        if (order == Order.KEY || row.timeMicros() >= recoveredMicros) {
          fresh.add(row);
        }
        if (order == Order.TIME
            && row.timeMicros() >= recoveredMicros
            && row.timeMicros() < targetMicros) {
          step.add(new Step.Fail(overtaken(item, row)));
          return;
        }
      }
      held.hold(item.from(), item.number(), fresh);
      if (heldBackSinceMicros == Time.MAX) {
        heldBackSinceMicros = nowMicros;
      }
    }
    step.send(item.from(), acknowledgement(item.from()));
    if (order == Order.KEY) {
      commit(nowMicros, step);
    }
  }

  private List<Output> rows(Message.Item item) {
    List<Output> rows = new ArrayList<>(item.payload().size());
    if (item.payload() instanceof Message.Outputs outputs) {
      for (Output output : outputs.outputs()) {
        addRow(item.from(), output.timeMicros(), output.value(), rows);
      }
    } else if (item.payload() instanceof Message.Elements elements) {
      AdmittedBatch.Slice slice = elements.slice();
      for (int i = 0; i < slice.size(); i++) {
        addRow(item.from(), slice.timeMicros(i), slice.value(i), rows);
      }
    } else {
      throw new IllegalArgumentException(self.name() + " cannot write " + item.payload());
    }
    return rows;
  }

  private void addRow(EntityId from, long timeMicros, Object value, List<Output> rows) {
    intake.taking().take(from, value, row -> rows.add(new Output(timeMicros, row)));
  }

  private String overtaken(Message.Item item, Output row) {
    return "progress overtook a row: receiver="
        + self.name()
        + ", sender="
        + item.from().name()
        + ", item="
        + item.number()
        + ", row="
        + Time.format(row.timeMicros())
        + ", progress="
        + Time.format(targetMicros);
  }

  private void commit(long nowMicros, Step step) {
    if (!open || committing != null || isWriting() || sealed) {
      return;
    }
    // Nothing follows what is held: written up to the first row left, whatever progress ended at.
    long target = targetSealed ? Time.MAX : targetMicros;
    boolean everything = order == Order.KEY || targetSealed;
    List<Output> ready =
        held.take(target, everything, order == Order.KEY ? Integer.MAX_VALUE : limits.commitRows());
    boolean last = targetSealed && held.isEmpty();
    long until = order == Order.KEY ? Time.MIN : Math.min(target, held.firstMicros());
    if (last) {
      until = Time.MAX;
    }
    if (!ready.isEmpty()) {
      committing = new Commit(until, ready, last);
      step.add(new Step.Write(ready, -1));
    } else if (last) {
      record(new Commit(until, List.of(), true), length, step);
    } else if (held.anyDone() && nowMicros - heldBackSinceMicros >= limits.recordAfterMicros()) {
      record(new Commit(Math.max(committedMicros, until), List.of(), false), length, step);
    }
  }

  private void written(long nowMicros, Message.Written written, Step step) {
    if (!open) {
      open = true;
      length = written.length();
      commit(nowMicros, step);
      return;
    }
    Commit commit = committing;
    if (commit != null) {
      committing = null;
      record(commit, written.length(), step);
    }
  }

  private void record(Commit commit, long newLength, Step step) {
    heldBackSinceMicros = Time.MAX;
    recording = held.done();
    for (Incoming.Position position : recording) {
      incoming.recorded(position.from(), position.number());
    }
    committedMicros = Math.max(committedMicros, commit.untilMicros);
    length = newLength;
    rows += commit.rows.size();
    commit.rows.forEach(this::digest);
    sealed = commit.sealed;
    write(
        step,
        new SinkEvent.Committed(
            committedMicros, length, rows, sealed, recording, incoming.recordLows(), digest));
  }

  private void digest(Output row) {
    encoded.clear();
    encoded.writeLong(row.timeMicros());
    try {
      intake.codec().write(row.value(), encoded);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    digest = digest.plus(encoded.hash(0, 0));
  }

  private Message.Ack acknowledgement(EntityId from) {
    return new Message.Ack(self, generation(), incoming.position(from), incoming.durable(from));
  }

  private void report(Step step) {
    reporter.report(generation(), committedMicros, sealed, step);
  }

  @Override
  protected void writeState(DataOutput out) throws IOException {
    out.writeLong(committedMicros);
    Bytes.writeVarLong(length, out);
    Bytes.writeVarLong(rows, out);
    out.writeBoolean(sealed);
    digest.write(out);
    PositionCodec.writePositions(incoming.durable(), out);
    PositionCodec.writeLows(incoming.recordLows(), out);
  }

  @Override
  protected void readState(DataInput in) throws IOException {
    committedMicros = in.readLong();
    length = Bytes.readVarLong(in);
    rows = Bytes.readVarLong(in);
    sealed = in.readBoolean();
    digest = OutputDigest.read(in);
    incoming.replay(PositionCodec.readPositions(in), PositionCodec.readLows(in));
  }
}
