package io.tidemark.core.partition;

import io.tidemark.core.channel.Outgoing;
import io.tidemark.core.channel.Reporter;
import io.tidemark.core.codec.Bytes;
import io.tidemark.core.entity.Event;
import io.tidemark.core.entity.FencedEntity;
import io.tidemark.core.entity.Limits;
import io.tidemark.core.entity.Step;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.KeyBytes;
import io.tidemark.core.message.Message;
import io.tidemark.core.message.Output;
import io.tidemark.core.partition.PartitionSettings.FlushAtEnd;
import io.tidemark.core.source.Diagnostic;
import io.tidemark.core.source.Offset;
import io.tidemark.core.source.RecordBatch;
import io.tidemark.core.time.AdmissionCounts;
import io.tidemark.core.time.PartitionAdmission;
import io.tidemark.core.time.Time;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A source partition: reads, judges, decides, hands on, and says how far it is.
 *
 * <p>What it records is small: for each batch where it ends and the state after it, never the
 * elements. After a restart it reads again from low-water and makes the same batches, and checks
 * that the source still gives the same bytes. Every decision is durable before anything of it
 * leaves.
 *
 * <p>Its report is the least of its floor, the times of elements no receiver has yet, and what its
 * keys may still emit; so nothing in flight can be overtaken by progress.
 */
public final class SourcePartition extends FencedEntity {
  private final EntityId.Partition self;
  private final PartitionSettings settings;
  private final Limits limits;
  private final Admitter admitter;
  private final DecisionLog log = new DecisionLog();
  private final @Nullable KeyBook keys;
  private final @Nullable KeyClaims claims;
  private final Map<EntityId, Outgoing> channels = new LinkedHashMap<>();
  private final Reporter reporter;
  private final ReadPace pace;

  private PartitionAdmission admission;
  private AdmissionCounts counts = new AdmissionCounts();
  private long rebuilt;
  private boolean rebuilding;
  private Offset rebuildFrom = Offset.START;
  private boolean ended;
  private boolean endSeen;
  private Admitter.@Nullable Admitted admitted;
  private List<KeyEntry> waking = List.of();
  private long sentOutputLow;

  /** A partition that has decided nothing. */
  public SourcePartition(EntityId.Partition self, PartitionSettings settings) {
    this.self = self;
    this.settings = settings;
    this.limits = settings.limits();
    this.admitter = new Admitter(settings);
    this.reporter = new Reporter(self);
    this.pace = new ReadPace(settings);
    this.admission = admissionFrom(Decision.NONE);
    this.keys =
        settings.substreams() == null ? null : new KeyBook(self, settings.substreams(), limits);
    this.claims =
        settings.owners() == null
            ? null
            : new KeyClaims(self, settings.owners(), settings.ownerGroups());
    if (claims != null) {
      claims.receivers().forEach(this::open);
    }
    for (PartitionSettings.Groups groups : settings.groups()) {
      for (int group = 0; keys == null && group < groups.count(); group++) {
        open(new EntityId.KeyGroup(groups.stream(), group));
      }
    }
    settings.diagnostics().forEach(this::open);
  }

  private void open(EntityId to) {
    channels.put(to, new Outgoing(self, to, limits.window()));
  }

  private PartitionAdmission admissionFrom(Decision decision) {
    return new PartitionAdmission(
        settings.policy(), settings.substreams() != null, decision.after());
  }

  // ---- recovery

  @Override
  protected void apply(Event event) {
    if (event instanceof PartitionEvent.Decided decided) {
      log.add(decided.decision());
      log.raiseLowWater(decided.lowWater());
      log.raiseOutputLow(decided.outputLow());
      if (keys != null) {
        keys.replay(decided);
      }
    } else if (event instanceof PartitionEvent.Rested rested && keys != null) {
      keys.replay(rested);
    } else {
      throw new IllegalArgumentException(self.name() + " cannot apply " + event);
    }
  }

  @Override
  protected void recovered(long nowMicros, Step step) {
    rebuilt = log.lowWater();
    admission = admissionFrom(log.base());
    counts = copy(log.base().counts());
    ended = log.latest().number() > 0 && log.latest().what() instanceof Decision.What.Ended;
    endSeen = ended;
    rebuilding = rebuilt < log.latest().number();
    pace.start(nowMicros, log.latest().end());
    channels.values().forEach(channel -> channel.acknowledge(0, log.lowWater(), false));
    if (keys != null) {
      keys.recovered(nowMicros, generation(), fence(), step);
    }
    rebuild(nowMicros, step);
  }

  /** Makes the batches above low-water again, one read at a time. */
  private void rebuild(long nowMicros, Step step) {
    while (rebuilding) {
      Decision next = log.find(rebuilt + 1);
      if (next == null) {
        rebuilding = false;
        break;
      }
      if (next.what() instanceof Decision.What.Admitted batch) {
        rebuildFrom = before(next).end();
        step.add(new Step.Read(rebuildFrom, batch.records()));
        pace.reading();
        return;
      }
      perform(next.what());
      rebuilt++;
    }
    wakeDue(nowMicros, step);
    read(step);
    report(step);
  }

  private Decision before(Decision decision) {
    Decision before = log.find(decision.number() - 1);
    return before == null ? log.base() : before;
  }

  private void rebuilt(long nowMicros, RecordBatch records, Step step) {
    Decision decision = log.find(rebuilt + 1);
    if (decision == null || !(decision.what() instanceof Decision.What.Admitted batch)) {
      throw new AssertionError("no batch is to be made again: decision=" + decision);
    }
    boolean same = records.size() == batch.records() && records.checksum() == batch.checksum();
    if (!same) {
      step.add(new Step.Fail(changed(decision, batch, records)));
      return;
    }
    Admitter.Admitted again = admitter.admit(records, batch.readMicros(), admission, counts);
    if (!admission.state().equals(decision.after())) {
      step.add(
          new Step.Fail(
              "a batch gives another result than before: partition="
                  + label()
                  + ", decision="
                  + decision.number()
                  + ", recorded="
                  + decision.after()
                  + ", now="
                  + admission.state()));
      return;
    }
    rebuilt++;
    hand(nowMicros, decision.number(), again, step);
    rebuild(nowMicros, step);
  }

  private String changed(Decision decision, Decision.What.Admitted batch, RecordBatch records) {
    return "the source has changed since it was read: partition="
        + label()
        + ", decision="
        + decision.number()
        + ", records before="
        + decision.end()
        + ", expected="
        + batch.records()
        + " records with checksum "
        + Integer.toHexString(batch.checksum())
        + ", found="
        + records.size()
        + " records with checksum "
        + Integer.toHexString(records.checksum())
        + "; bring the file back as it was, or start anew with --fresh";
  }

  private String label() {
    return settings.label().source() + "/" + settings.label().partitionName();
  }

  @Override
  protected void adopted(long nowMicros, Step step) {
    channels.values().forEach(Outgoing::fallBack);
    if (keys != null) {
      keys.fallBack(nowMicros, generation(), fence(), step);
    }
    send(nowMicros, step);
    report(step);
  }

  // ---- messages

  @Override
  protected void handle(long nowMicros, Message message, Step step) {
    if (message instanceof Message.Fetched fetched) {
      fetched(nowMicros, fetched.records(), step);
    } else if (message instanceof Message.FetchFailed failed) {
      step.add(new Step.Fail(failed.reason()));
    } else if (message instanceof Message.Ack ack) {
      acknowledged(nowMicros, ack, step);
    } else if (message instanceof Message.Statement statement) {
      heard(nowMicros, List.of(statement), step);
    } else if (message instanceof Message.Statements statements) {
      heard(nowMicros, statements.latest(), step);
    } else if (message instanceof Message.SubstreamEnded gone) {
      if (keys != null) {
        keys.ended(gone.substream(), gone.start(), nowMicros, generation(), fence(), step);
      }
    } else if (message instanceof Message.Progress merged) {
      if (own(merged.generation())) {
        pace.merged(merged.progressMicros());
        read(step);
      }
    } else if (message instanceof Message.Ping) {
      if (reportable()) {
        reporter.repeat(generation(), progressMicros(), isSealed(), step);
      }
      read(step);
    } else {
      throw new IllegalArgumentException(self.name() + " cannot take " + message);
    }
  }

  private void fetched(long nowMicros, RecordBatch records, Step step) {
    pace.read();
    if (rebuilding) {
      rebuilt(nowMicros, records, step);
      return;
    }
    if (ended) {
      return;
    }
    boolean moved = pace.fetched(nowMicros, records);
    endSeen = records.endOfInput();
    if (records.size() > 0) {
      admit(nowMicros, records, step);
      read(step);
    } else if (endSeen) {
      end(step);
    } else if (moved) {
      read(step);
    }
  }

  private void admit(long nowMicros, RecordBatch records, Step step) {
    Admitter.Admitted batch = admitter.admit(records, nowMicros, admission, counts);
    Diagnostic bad = batch.firstBad();
    if (bad != null && settings.stopOnBadInput()) {
      step.add(
          new Step.Fail(
              "bad input: source="
                  + settings.label().source()
                  + ", file="
                  + settings.label().partitionName()
                  + ", offset="
                  + bad.offset().position()
                  + ", kind="
                  + bad.rule()
                  + ", record="
                  + bad.text()
                  + "; mend it, or set on-bad-input = skip"));
      return;
    }
    admitted = batch;
    pace.admitted(admission.progressMicros(), records.size());
    decide(
        new Decision.What.Admitted(records.size(), records.checksum(), nowMicros),
        records.end(),
        batch.keys(),
        step);
  }

  private void end(Step step) {
    perform(new Decision.What.Ended());
    decide(new Decision.What.Ended(), pace.cursor(), List.of(), step);
  }

  private void perform(Decision.What what) {
    if (what instanceof Decision.What.Estimated estimated) {
      admission.estimate(estimated.estimateMicros());
    } else if (what instanceof Decision.What.Raised raised) {
      admission.raise(raised.floorMicros());
    } else if (what instanceof Decision.What.Ended) {
      ended = true;
      if (settings.flush() == FlushAtEnd.INFINITY) {
        admission.raise(Time.MAX);
      }
    }
  }

  /** Writes a decision, with the keys that it opens and wakes. */
  private void decide(Decision.What what, Offset end, List<Admitter.KeyPart> parts, Step step) {
    long number = log.latest().number() + 1;
    Decision decision = new Decision(number, what, end, admission.state(), copy(counts));
    log.add(decision);
    List<KeyBytes> opened = new ArrayList<>();
    List<KeyBytes> woken = new ArrayList<>();
    if (keys != null) {
      for (Admitter.KeyPart part : parts) {
        KeyEntry entry = keys.find(part.key());
        if (entry == null) {
          opened.add(keys.open(part.key(), number).id.key());
        } else if (!entry.isAwake()) {
          entry.wake();
          woken.add(entry.id.key());
        }
      }
      waking = keys.due(isSealing() ? Time.MAX : admission.progressMicros());
      for (KeyEntry entry : waking) {
        if (!entry.isAwake()) {
          entry.wake();
          woken.add(entry.id.key());
        }
      }
    }
    write(
        step, new PartitionEvent.Decided(decision, opened, woken, log.lowWater(), log.outputLow()));
  }

  @Override
  protected void recorded(long nowMicros, Event event, Step step) {
    if (event instanceof PartitionEvent.Decided decided) {
      rebuilt = decided.decision().number();
      Admitter.Admitted batch = admitted;
      admitted = null;
      if (batch != null) {
        hand(nowMicros, rebuilt, batch, step);
      }
      wake(nowMicros, waking, step);
      waking = List.of();
      if (endSeen && !ended) {
        step.again();
      }
    } else if (event instanceof PartitionEvent.Rested rested && keys != null) {
      keys.rest(rested.keys(), generation(), fence(), step);
    }
    read(step);
    settle(step);
  }

  @Override
  protected void resume(long nowMicros, Step step) {
    if (endSeen && !ended && !rebuilding) {
      end(step);
    }
  }

  // ---- handing on

  private void hand(long nowMicros, long number, Admitter.Admitted batch, Step step) {
    for (Admitter.GroupPart part : batch.groups()) {
      channel(part.to()).add(number, part.minMicros(), new Message.Elements(part.elements()));
    }
    if (!batch.diagnostics().isEmpty()) {
      long min = Time.MAX;
      for (Output output : batch.diagnostics()) {
        min = Math.min(min, output.timeMicros());
      }
      for (EntityId.Sink sink : settings.diagnostics()) {
        channel(sink).add(number, min, new Message.Outputs(batch.diagnostics()));
      }
    }
    for (Admitter.KeyPart part : batch.keys()) {
      hand(nowMicros, number, part, step);
    }
    if (claims != null) {
      claims.hand(number, this::channel);
    }
    send(nowMicros, step);
  }

  private void hand(long nowMicros, long number, Admitter.KeyPart part, Step step) {
    if (keys == null) {
      throw new AssertionError("elements are for substreams, and there are none");
    }
    KeyEntry entry = keys.find(part.key());
    if (claims != null && (entry == null || entry.openedAt >= number)) {
      claims.claim(part.key());
    }
    if (entry == null || !entry.isAwake() || entry.openedAt > number) {
      // Made again after the key was closed or came to rest: everything up to then is durable.
      return;
    }
    entry.add(number * 2, part.elements(), part.holdMicros(), nowMicros);
    keys.grew(part.elements().size());
    keys.sent(entry);
    keys.feedMore(entry, nowMicros, generation(), fence(), step);
  }

  private void wakeDue(long nowMicros, Step step) {
    if (keys != null && !rebuilding) {
      List<KeyEntry> due = keys.due(isSealing() ? Time.MAX : floorMicros());
      for (KeyEntry entry : due) {
        if (!entry.isAwake()) {
          entry.wake();
        }
      }
      wake(nowMicros, due, step);
    }
  }

  private void wake(long nowMicros, List<KeyEntry> due, Step step) {
    if (keys == null) {
      return;
    }
    for (KeyEntry entry : due) {
      entry.addWake(log.latest().number() * 2 + 1, floorMicros(), isSealing());
      keys.sent(entry);
      keys.feedMore(entry, nowMicros, generation(), fence(), step);
    }
  }

  /** The input has ended without progress to +∞: whatever is open is dropped and counted. */
  private boolean isSealing() {
    return ended && settings.flush() != FlushAtEnd.INFINITY;
  }

  private Outgoing channel(EntityId to) {
    Outgoing channel = channels.get(to);
    if (channel == null) {
      throw new AssertionError(self.name() + " has no channel to " + to.name());
    }
    return channel;
  }

  private void send(long nowMicros, Step step) {
    for (Outgoing channel : channels.values()) {
      channel.send(nowMicros, generation(), step);
    }
  }

  // ---- hearing

  private void acknowledged(long nowMicros, Message.Ack ack, Step step) {
    Outgoing channel = channels.get(ack.from());
    if (channel != null
        && channel.acknowledge(ack.delivered(), ack.durable(), own(ack.generation()))) {
      channel.send(nowMicros, generation(), step);
      read(step);
      settle(step);
    }
  }

  private void heard(long nowMicros, List<Message.Statement> statements, Step step) {
    boolean news = false;
    for (Message.Statement statement : statements) {
      news |= heard(nowMicros, statement, step);
    }
    if (news) {
      wakeDue(nowMicros, step);
      read(step);
      settle(step);
    }
  }

  /** Whether the statement says anything new. */
  private boolean heard(long nowMicros, Message.Statement statement, Step step) {
    if (keys == null
        || statement.fence() != fence()
        || keys.replaced(statement, nowMicros, generation(), fence(), step)) {
      return false;
    }
    KeyEntry entry = keys.hear(statement, generation(), floorMicros());
    if (entry != null && entry.hasUnsent()) {
      keys.feedMore(entry, nowMicros, generation(), fence(), step);
    }
    return entry != null;
  }

  @Override
  public Step tick(long nowMicros) {
    Step step = new Step();
    for (Outgoing channel : channels.values()) {
      channel.resend(nowMicros, limits.resendAfterMicros(), generation(), step);
    }
    if (keys != null) {
      keys.tick(nowMicros, generation(), fence(), step);
      announceOutputLow(step);
    }
    pace.ticked();
    // Who was not answered since the last tick does not know that nothing is there.
    boolean answered = !pace.isReading();
    read(step);
    settle(step);
    if (!rebuilding && !isWriting()) {
      rest(nowMicros, step);
    }
    if (!rebuilding && !isWriting() && !ended && answered) {
      estimate(nowMicros, step);
    }
    return step;
  }

  private void rest(long nowMicros, Step step) {
    if (keys == null) {
      return;
    }
    List<PartitionEvent.Rest> rests = keys.resting(nowMicros, floorMicros());
    if (!rests.isEmpty()) {
      write(step, new PartitionEvent.Rested(rests));
    }
  }

  private void estimate(long nowMicros, Step step) {
    if (!settings.follows() || !settings.policy().hasIdleProgress() || !mayRead()) {
      return;
    }
    if (pace.estimateDue(nowMicros)) {
      long estimate = pace.estimateMicros(nowMicros, admission.lastArrivalMicros());
      if (admission.wouldMove(estimate)) {
        Decision.What what = new Decision.What.Estimated(estimate);
        perform(what);
        decide(what, pace.cursor(), List.of(), step);
      }
    }
  }

  private void announceOutputLow(Step step) {
    if (log.outputLow() > sentOutputLow) {
      sentOutputLow = log.outputLow();
      Message low = new Message.OutputLow(self, generation(), sentOutputLow);
      settings.receivers().forEach(receiver -> step.send(receiver, low));
    }
  }

  // ---- how far

  /** Moves low-water and output-low up, and reports. */
  private void settle(Step step) {
    pace.gate(progressMicros());
    if (rebuilding || isWriting()) {
      return;
    }
    if (keys != null && keys.anyUnknown()) {
      return;
    }
    long lowWater = rebuilt;
    for (Outgoing channel : channels.values()) {
      if (channel.oldest() > 0) {
        lowWater = Math.min(lowWater, channel.oldest() - 1);
      }
    }
    if (keys != null) {
      if (keys.oldestDecision() != Time.MAX) {
        lowWater = Math.min(lowWater, keys.oldestDecision() - 1);
      }
      long low = Math.min(log.latest().number() * 2 + 1, keys.outputLow());
      log.raiseOutputLow(low);
    }
    log.raiseLowWater(lowWater);
    report(step);
  }

  private boolean reportable() {
    return !rebuilding && (keys == null || keys.allKnown());
  }

  private void report(Step step) {
    if (reportable()) {
      reporter.report(generation(), progressMicros(), isSealed(), step);
    }
  }

  /** The floor of what has left: while a decision is being written, that before it. */
  private long floorMicros() {
    Decision decision = log.find(rebuilt);
    Decision standing = decision == null ? log.base() : decision;
    if (standing.number() == 0) {
      return Time.MIN;
    }
    return settings.substreams() != null
        ? standing.after().floorMicros()
        : standing.after().watermarkMicros();
  }

  private long progressMicros() {
    long min = floorMicros();
    for (Outgoing channel : channels.values()) {
      min = Math.min(min, channel.holdMicros());
    }
    return keys == null ? min : Math.min(min, keys.holdMicros());
  }

  private boolean isSealed() {
    if (!ended || isWriting()) {
      return false;
    }
    for (Outgoing channel : channels.values()) {
      if (channel.undelivered()) {
        return false;
      }
    }
    return keys == null || !keys.isHeld();
  }

  // ---- reading

  private boolean mayRead() {
    long inFlight = 0;
    long retained = keys == null ? 0 : keys.sentSize();
    for (Outgoing channel : channels.values()) {
      if (!(channel.to() instanceof EntityId.Sink)) {
        inFlight += channel.undeliveredSize();
        retained += channel.retainedSize();
      }
    }
    return pace.mayRead(inFlight, retained, waitingOutputs());
  }

  /** Outputs of the substreams, and diagnostics, that are not durable downstream. */
  private long waitingOutputs() {
    long waiting = keys == null ? 0 : keys.retainedOutputs();
    for (EntityId.Sink sink : settings.diagnostics()) {
      waiting += channel(sink).retainedSize();
    }
    return waiting;
  }

  private String overfull() {
    return "too many outputs wait for progress that only their own partition can make: partition="
        + label()
        + ", expected=below "
        + limits.gatingOutputs()
        + " (gatingOutputs), actual="
        + waitingOutputs()
        + ", progress="
        + Time.format(progressMicros())
        + "; let it follow its keys more closely: a smaller late, arrival-floor = on; or order = key"
        + " in the sinks of its streams";
  }

  private void read(Step step) {
    if (rebuilding || ended || endSeen || pace.isReading()) {
      return;
    }
    if (pace.isOverfull(waitingOutputs())) {
      step.add(new Step.Fail(overfull()));
      return;
    }
    if (!mayRead()) {
      return;
    }
    pace.reading();
    step.add(new Step.Read(pace.cursor(), pace.maxRecords()));
  }

  private static AdmissionCounts copy(AdmissionCounts counts) {
    AdmissionCounts copy = new AdmissionCounts();
    copy.merge(counts);
    return copy;
  }

  // ---- snapshot

  @Override
  public byte[] snapshot() {
    long generation = snapshotGeneration();
    return Bytes.write(
        out -> {
          Bytes.writeVarLong(generation, out);
          log.write(out);
          if (keys != null) {
            keys.write(out);
          }
        });
  }

  @Override
  public void restore(byte[] snapshot) {
    Bytes.read(
        snapshot,
        in -> {
          restoreGeneration(Bytes.readVarLong(in));
          log.read(in);
          if (keys != null) {
            keys.read(in);
          }
          return generation();
        });
  }
}
