package io.tidemark.core.partition;

import io.tidemark.core.entity.Event;
import io.tidemark.core.entity.FencedEntity;
import io.tidemark.core.entity.SnapshotFormat;
import io.tidemark.core.entity.Step;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.KeyBytes;
import io.tidemark.core.message.KeyCounts;
import io.tidemark.core.message.Message;
import io.tidemark.core.source.Diagnostic;
import io.tidemark.core.source.Offset;
import io.tidemark.core.source.RecordBatch;
import io.tidemark.core.time.Time;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A source partition: reads, judges, decides, hands on, and says how far it is.
 *
 * <p>What it records is small: for each batch where it ends and the state after it, never the
 * elements. After a restart it reads again from low-water and makes the same batches ({@link
 * Rebuild}). Every decision is durable before anything of it leaves.
 *
 * <p>Its report is the least of its floor, the times of elements no receiver has yet, and what its
 * keys may still emit; so nothing in flight can be overtaken by progress.
 */
public final class SourcePartition extends FencedEntity {
  private static final SnapshotFormat FORMAT = new SnapshotFormat(1);

  private final EntityId.Partition self;
  private final PartitionSettings settings;
  private final Judge judge;
  private final DecisionLog log = new DecisionLog();
  private final Rebuild rebuild;
  private final PartitionChannels channels;
  private final KeyBook keys;
  private final PartitionProgress progress;
  private final ReadPace pace;

  private boolean endSeen;

  /** A tick came while something was written. */
  private boolean restDue;

  private Admitter.@Nullable Admitted admitted;
  private List<KeyEntry> waking = List.of();

  /** A partition that has decided nothing. */
  public SourcePartition(EntityId.Partition self, PartitionSettings settings) {
    super(self, FORMAT);
    this.self = self;
    this.settings = settings;
    this.judge = new Judge(settings);
    this.rebuild = new Rebuild(log, judge, settings.label());
    this.channels = new PartitionChannels(self, settings);
    this.keys = new KeyBook(self, settings);
    this.progress = new PartitionProgress(self, settings, judge, log, rebuild, channels, keys);
    this.pace = new ReadPace(settings);
  }

  private Turn turn(long nowMicros, Step step) {
    return new Turn(nowMicros, generation(), fence(), step);
  }

  // ---- recovery

  @Override
  protected void apply(Event event) {
    if (event instanceof PartitionEvent.Decided decided) {
      log.add(decided.decision());
      log.raiseLowWater(decided.lowWater());
      log.raiseOutputLow(decided.outputLow());
      keys.replay(decided);
    } else if (event instanceof PartitionEvent.Rested rested) {
      keys.replay(rested);
    } else {
      throw new IllegalArgumentException(self.name() + " cannot apply " + event);
    }
  }

  @Override
  protected void recovered(long nowMicros, Step step) {
    Turn turn = turn(nowMicros, step);
    rebuild.start();
    endSeen = judge.isEnded();
    pace.start(nowMicros, log.latest());
    channels.recovered(log.lowWater());
    keys.recovered(turn);
    rebuildNext(turn);
  }

  /** Reads the next batch above low-water; where there is none, goes on from the last decision. */
  private void rebuildNext(Turn turn) {
    Step.Read read = rebuild.next();
    if (read != null) {
      turn.step().add(read);
      pace.reading();
      return;
    }
    wakeDue(turn);
    read(turn.step());
    report(turn.step());
  }

  @Override
  protected void adopted(long nowMicros, Step step) {
    Turn turn = turn(nowMicros, step);
    channels.fallBack();
    keys.fallBack(turn);
    channels.send(turn);
    report(step);
  }

  // ---- messages

  @Override
  protected void handle(long nowMicros, Message message, Step step) {
    Turn turn = turn(nowMicros, step);
    if (message instanceof Message.Fetched fetched) {
      fetched(fetched.records(), turn);
    } else if (message instanceof Message.FetchFailed failed) {
      step.add(new Step.Fail(failed.reason()));
    } else if (message instanceof Message.Ack ack) {
      if (channels.acknowledge(ack, turn)) {
        read(step);
        settle(step);
      }
    } else if (message instanceof Message.Statement statement) {
      heard(List.of(statement), turn);
    } else if (message instanceof Message.Statements statements) {
      heard(statements.latest(), turn);
    } else if (message instanceof Message.SubstreamEnded gone) {
      keys.ended(gone.substream(), gone.start(), turn);
    } else if (message instanceof Message.Progress merged) {
      if (own(merged.generation())) {
        pace.merged(merged.progressMicros());
        read(step);
      }
    } else if (message instanceof Message.Ping) {
      progress.repeat(generation(), isWriting(), step);
      read(step);
    } else {
      throw new IllegalArgumentException(self.name() + " cannot take " + message);
    }
  }

  private void fetched(RecordBatch records, Turn turn) {
    pace.read();
    if (rebuild.isOn()) {
      Admitter.Admitted again = rebuild.make(records);
      hand(rebuild.made(), again, turn);
      rebuildNext(turn);
      return;
    }
    if (judge.isEnded()) {
      return;
    }
    boolean moved = pace.fetched(turn.nowMicros(), records, keys.returning(), keys.isCrowded());
    endSeen = records.endOfInput();
    if (records.size() > 0) {
      admit(records, turn);
      read(turn.step());
    } else if (endSeen) {
      decide(judge.end(), pace.cursor(), List.of(), turn.step());
    } else if (moved) {
      read(turn.step());
    }
  }

  private void heard(List<Message.Statement> statements, Turn turn) {
    boolean news = false;
    for (Message.Statement statement : statements) {
      news |= statement.fence() == fence() && keys.hear(statement, progress.floorMicros(), turn);
    }
    if (news) {
      wakeDue(turn);
      read(turn.step());
      settle(turn.step());
    }
  }

  // ---- deciding

  private void admit(RecordBatch records, Turn turn) {
    Admitter.Admitted batch = judge.admit(records, turn.nowMicros());
    Diagnostic bad = batch.firstBad();
    if (bad != null && settings.stopOnBadInput()) {
      throw PartitionError.badInput(settings.label(), bad);
    }
    admitted = batch;
    pace.admitted(judge.progressMicros(), records.size());
    decide(
        new Decision.What.Admitted(records.size(), records.checksum(), turn.nowMicros()),
        records.end(),
        batch.keys(),
        turn.step());
  }

  /** Writes a decision, with the keys that it opens and wakes. */
  private void decide(Decision.What what, Offset end, List<Admitter.KeyPart> parts, Step step) {
    Decision decision = judge.decision(log.latest().number() + 1, what, end);
    log.add(decision);
    List<KeyBytes> opened = new ArrayList<>();
    List<KeyBytes> woken = new ArrayList<>();
    keys.open(parts, decision.number(), opened, woken);
    waking = keys.due(judge.isSealing() ? Time.MAX : judge.progressMicros());
    KeyBook.wake(waking, woken);
    write(
        step, new PartitionEvent.Decided(decision, opened, woken, log.lowWater(), log.outputLow()));
  }

  /** In a replay, in place of reading: decides as recorded, on the records of an admitted batch. */
  public Step redo(Decision recorded, RecordBatch records) {
    Step step = new Step();
    if (recorded.what() instanceof Decision.What.Admitted batch) {
      admit(records, turn(batch.readMicros(), step));
    } else {
      decide(judge.redo(recorded.what()), recorded.end(), List.of(), step);
    }
    return step;
  }

  @Override
  protected void recorded(long nowMicros, Event event, Step step) {
    Turn turn = turn(nowMicros, step);
    if (event instanceof PartitionEvent.Decided decided) {
      rebuild.made(decided.decision().number());
      Admitter.Admitted batch = admitted;
      admitted = null;
      if (batch != null) {
        hand(rebuild.made(), batch, turn);
      }
      wake(waking, turn);
      waking = List.of();
      if (endSeen && !judge.isEnded()) {
        step.again();
      }
    } else if (event instanceof PartitionEvent.Rested rested) {
      keys.rest(rested.keys(), turn);
    }
    read(step);
    settle(step);
    if (restDue) {
      step.again();
    }
  }

  @Override
  protected void resume(long nowMicros, Step step) {
    if (endSeen && !judge.isEnded() && !rebuild.isOn()) {
      decide(judge.end(), pace.cursor(), List.of(), step);
    } else if (restDue) {
      rest(turn(nowMicros, step));
    }
  }

  // ---- handing on

  private void hand(long number, Admitter.Admitted batch, Turn turn) {
    for (Admitter.KeyPart part : batch.keys()) {
      hand(number, part, turn);
    }
    channels.add(number, batch);
    channels.send(turn);
  }

  private void hand(long number, Admitter.KeyPart part, Turn turn) {
    KeyEntry entry = keys.find(part.key());
    if (entry == null || entry.openedAt >= number) {
      channels.claim(part.key());
    }
    if (entry == null || !entry.isAwake() || entry.openedAt > number) {
      // Made again after the key was closed or came to rest: everything up to then is durable.
      return;
    }
    keys.hand(entry, number, part, turn);
  }

  private void wakeDue(Turn turn) {
    if (!rebuild.isOn()) {
      List<KeyEntry> due = keys.due(judge.isSealing() ? Time.MAX : progress.floorMicros());
      KeyBook.wake(due, new ArrayList<>(0));
      wake(due, turn);
    }
  }

  private void wake(List<KeyEntry> due, Turn turn) {
    keys.tell(due, log.latest().number(), progress.floorMicros(), judge.isSealing(), turn);
  }

  // ---- time

  @Override
  public Step tick(long nowMicros) {
    Step step = new Step();
    Turn turn = turn(nowMicros, step);
    channels.resend(turn);
    keys.tick(turn);
    progress.announceOutputLow(generation(), step);
    pace.ticked();
    // Who was not answered since the last tick does not know that nothing is there.
    boolean answered = !pace.isReading();
    read(step);
    settle(step);
    rest(turn);
    if (answered) {
      estimate(turn);
    }
    return step;
  }

  private void rest(Turn turn) {
    restDue = rebuild.isOn() || isWriting();
    if (restDue) {
      return;
    }
    List<PartitionEvent.Rest> rests = keys.resting(turn.nowMicros(), progress.floorMicros());
    if (!rests.isEmpty()) {
      write(turn.step(), new PartitionEvent.Rested(rests));
    }
  }

  private void estimate(Turn turn) {
    boolean free = !rebuild.isOn() && !isWriting() && !judge.isEnded() && mayRead();
    if (free && judge.estimates() && pace.estimateDue(turn.nowMicros())) {
      Decision.What estimated =
          judge.estimate(pace.estimateMicros(turn.nowMicros(), judge.lastArrivalMicros()));
      if (estimated != null) {
        decide(estimated, pace.cursor(), List.of(), turn.step());
      }
    }
  }

  private void settle(Step step) {
    pace.gate(progress.progressMicros());
    if (!rebuild.isOn() && !isWriting() && progress.raise()) {
      report(step);
    }
  }

  private void report(Step step) {
    progress.report(generation(), isWriting(), step);
  }

  /** The latest decision; number 0 before the first. */
  public Decision latestDecision() {
    return log.latest();
  }

  /** How the elements of all substreams fared, as far as they have said. */
  public KeyCounts keyCounts() {
    return keys.counts();
  }

  private boolean mayRead() {
    boolean sinksFollow =
        channels.writableRows(pace.mergedMicros()) < settings.limits().retainedOutputs();
    return sinksFollow
        && pace.mayRead(
            channels.inFlightElements() + keys.totals().inFlight(),
            channels.retainedElements() + keys.totals().elements(),
            waitingOutputs(),
            keys.isCrowded());
  }

  /** Outputs of the substreams, and diagnostics, that are not durable downstream. */
  private long waitingOutputs() {
    return channels.retainedRows() + keys.totals().outputs();
  }

  private void read(Step step) {
    if (rebuild.isOn() || judge.isEnded() || endSeen || pace.isReading()) {
      return;
    }
    if (pace.isOverfull(waitingOutputs())) {
      long progressMicros = progress.progressMicros();
      step.add(PartitionError.overfull(settings, waitingOutputs(), progressMicros));
    } else if (mayRead()) {
      pace.reading();
      step.add(new Step.Read(pace.cursor(), pace.maxRecords()));
    }
  }

  @Override
  protected void writeState(DataOutput out) throws IOException {
    log.write(out);
    keys.write(out);
  }

  @Override
  protected void readState(DataInput in) throws IOException {
    log.read(in);
    keys.read(in);
  }
}
