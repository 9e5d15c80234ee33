package io.tidemark.core.coordination;

import io.tidemark.core.entity.Entity;
import io.tidemark.core.entity.Event;
import io.tidemark.core.entity.Step;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Message;
import io.tidemark.core.time.Time;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Takes minima: keeps each member's largest report of the largest generation heard, and tells every
 * receiver the least of what is upstream of it once all of it has reported under that generation.
 *
 * <p>A member that is sealed is no longer one of those the least is taken of; when all are, the
 * largest progress of them counts. Flink treats idle inputs of an operator so ({@code
 * StatusWatermarkValve}).
 *
 * <p>It has no durable state. A restarted one, or a second one, can only repeat facts. Its pings
 * make a larger generation and the end of input known to everyone, and start what does not run.
 *
 * <p>The minimum over inputs as the rule for progress is MillWheel's low watermark (Akidau et al.,
 * VLDB 2013, section 4.2); that an element in flight holds its sender back is Naiad's (Murray et
 * al., SOSP 2013, section 2.3).
 */
public final class Coordinator implements Entity {
  private static final EntityId.Coordinator SELF = new EntityId.Coordinator();

  private static final class Group {
    private final Topology.Stage stage;
    private long sentMicros = Time.MIN;
    private boolean sentSealed;
    private boolean known;

    Group(Topology.Stage stage) {
      this.stage = stage;
    }
  }

  private final Topology topology;
  private final long pingEveryMicros;
  private final Map<EntityId.Member, Message.Report> reports = new HashMap<>();
  private final Map<EntityId.Member, List<Group>> downstream = new HashMap<>();
  private final List<Group> groups = new ArrayList<>();
  private long generation;
  private long pingedAtMicros = Time.MIN;
  private boolean complete;

  /** A coordinator that has heard nothing. */
  public Coordinator(Topology topology, long pingEveryMicros) {
    this.topology = topology;
    this.pingEveryMicros = pingEveryMicros;
    List<Topology.Stage> stages = new ArrayList<>(topology.aligned());
    stages.addAll(topology.stages());
    for (Topology.Stage stage : stages) {
      Group group = new Group(stage);
      groups.add(group);
      for (EntityId.Member member : stage.upstream()) {
        downstream.computeIfAbsent(member, m -> new ArrayList<>()).add(group);
      }
    }
  }

  /** The last report of a member under the current generation, or null. */
  public Message.@Nullable Report report(EntityId.Member member) {
    return reports.get(member);
  }

  @Override
  public void restore(byte[] snapshot) {
    throw new IllegalStateException("the coordinator has no durable state");
  }

  @Override
  public void replay(Event event) {
    throw new IllegalStateException("the coordinator has no durable state");
  }

  @Override
  public Step start(long nowMicros) {
    return tick(nowMicros);
  }

  @Override
  public Step persisted(long nowMicros) {
    throw new IllegalStateException("the coordinator has no durable state");
  }

  @Override
  public boolean snapshotDue() {
    return false;
  }

  @Override
  public byte[] snapshot() {
    throw new IllegalStateException("the coordinator has no durable state");
  }

  @Override
  public Step receive(long nowMicros, Message message) {
    Step step = new Step();
    if (message instanceof Message.Report report) {
      take(report, step);
    }
    return step;
  }

  @Override
  public Step tick(long nowMicros) {
    Step step = new Step();
    if (pingedAtMicros != Time.MIN && nowMicros - pingedAtMicros < pingEveryMicros) {
      return step;
    }
    pingedAtMicros = nowMicros;
    Message ping = new Message.Ping(generation);
    topology.members().forEach(member -> step.send(member, ping));
    for (Group group : groups) {
      if (group.known) {
        tell(group, step);
      }
    }
    return step;
  }

  private void take(Message.Report report, Step step) {
    if (report.generation() < generation) {
      step.reply(new Message.Ping(generation));
      return;
    }
    if (report.generation() > generation) {
      generation = report.generation();
      reports.clear();
      groups.forEach(group -> group.known = false);
    }
    Message.Report before = reports.get(report.from());
    if (before != null
        && before.progressMicros() >= report.progressMicros()
        && (before.sealed() || !report.sealed())) {
      return;
    }
    reports.put(
        report.from(),
        new Message.Report(
            report.from(),
            generation,
            before == null
                ? report.progressMicros()
                : Math.max(before.progressMicros(), report.progressMicros()),
            report.sealed() || (before != null && before.sealed())));
    for (Group group : downstream.getOrDefault(report.from(), List.of())) {
      advance(group, step);
    }
    if (!complete && allSealed(topology.members())) {
      complete = true;
      step.add(new Step.Completed());
    }
  }

  private void advance(Group group, Step step) {
    for (EntityId.Member member : group.stage.upstream()) {
      if (!reports.containsKey(member)) {
        return;
      }
    }
    long progress = merged(group.stage.upstream());
    boolean sealed = allSealed(group.stage.upstream());
    if (!group.known || progress > group.sentMicros || sealed != group.sentSealed) {
      group.known = true;
      group.sentMicros = progress;
      group.sentSealed = sealed;
      tell(group, step);
    }
  }

  private void tell(Group group, Step step) {
    Message progress = new Message.Progress(generation, group.sentMicros, group.sentSealed);
    group.stage.receivers().forEach(receiver -> step.send(receiver, progress));
  }

  /**
   * The least progress of those that may say more: who is sealed has nothing in flight and holds
   * nobody back, even where its input ended without progress to +∞. When all are, the largest: what
   * one of them held back while it went on is no longer held back by anybody.
   */
  private long merged(List<? extends EntityId.Member> members) {
    long least = Time.MAX;
    long largest = Time.MIN;
    boolean sealed = true;
    for (EntityId.Member member : members) {
      Message.Report report = reports.get(member);
      if (report == null) {
        return Time.MIN;
      }
      largest = Math.max(largest, report.progressMicros());
      if (!report.sealed()) {
        sealed = false;
        least = Math.min(least, report.progressMicros());
      }
    }
    return sealed ? largest : least;
  }

  private boolean allSealed(List<? extends EntityId.Member> members) {
    for (EntityId.Member member : members) {
      Message.Report report = reports.get(member);
      if (report == null || !report.sealed()) {
        return false;
      }
    }
    return true;
  }

  /** The coordinator's identity. */
  public static EntityId.Coordinator id() {
    return SELF;
  }
}
