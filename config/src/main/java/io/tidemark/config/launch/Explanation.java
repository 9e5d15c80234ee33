package io.tidemark.config.launch;

import io.tidemark.config.launch.RunWatch.Reported;
import io.tidemark.config.unit.Durations;
import io.tidemark.core.coordination.Topology;
import io.tidemark.core.entity.Holding;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.partition.Decision;
import io.tidemark.core.pipeline.Plan;
import io.tidemark.core.pipeline.SinkSpec;
import io.tidemark.core.pipeline.SourceSpec;
import io.tidemark.core.pipeline.StreamSpec;
import io.tidemark.core.time.Time;
import io.tidemark.core.time.TimePolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Why there is no output, at this moment: who holds a stream back, since when, why, and what would
 * release it. Follows the least progress from whoever computes the stream to the partition where it
 * comes from.
 */
final class Explanation {
  private final Plan plan;
  private final Topology topology;
  private final RunWatch watch;
  private final Predicate<EntityId.Member> here;
  private final long nowMicros;
  private final List<String> lines = new ArrayList<>();

  private Explanation(Plan plan, RunWatch watch, Predicate<EntityId.Member> here, long nowMicros) {
    this.plan = plan;
    this.topology = plan.topology();
    this.watch = watch;
    this.here = here;
    this.nowMicros = nowMicros;
  }

  /**
   * Explains a stream, or all streams and diagnostics.
   *
   * @param stream the name of a stream or source; empty for all streams and sinks
   * @param here which members run in this process; of others nothing is known
   * @throws IllegalArgumentException where there is no such stream
   */
  static List<String> of(
      String stream, Plan plan, RunWatch watch, Predicate<EntityId.Member> here, long nowMicros) {
    Explanation explanation = new Explanation(plan, watch, here, nowMicros);
    if (!stream.isEmpty()) {
      explanation.named(stream);
      return explanation.lines;
    }
    plan.pipeline().streams().forEach(explanation::stream);
    for (SinkSpec sink : plan.pipeline().sinks()) {
      if (sink.from() instanceof SinkSpec.Feed.OfDiagnostics feed) {
        SourceSpec source = plan.source(feed.source());
        explanation.explain(source.name() + ".diagnostics", List.copyOf(plan.partitions(source)));
      } else if (sink.from() instanceof SinkSpec.Feed.OfElements) {
        EntityId.Sink written = new EntityId.Sink(sink.name());
        explanation.explain("rows of sink " + sink.name(), explanation.upstream(written));
      }
    }
    return explanation.lines;
  }

  private void named(String name) {
    for (SourceSpec source : plan.pipeline().sources()) {
      if (source.name().equals(name)) {
        explain("source " + name, List.copyOf(plan.partitions(source)));
        return;
      }
    }
    stream(plan.stream(name));
  }

  private void stream(StreamSpec stream) {
    explain("stream " + stream.name(), plan.producers(stream));
  }

  private void explain(String what, List<EntityId.Member> producers) {
    List<EntityId.Member> known = producers.stream().filter(here).toList();
    if (known.isEmpty()) {
      lines.add(what + ": who computes it is on other nodes: ask them");
      return;
    }
    String part =
        known.size() == producers.size()
            ? ""
            : " as far as this node knows, with "
                + known.size()
                + " of "
                + producers.size()
                + " that compute it";
    EntityId.Member gate = slowest(known);
    Reported report = watch.report(gate);
    if (report.progressMicros() == Time.MAX) {
      lines.add(what + ": complete, nothing holds it back" + part);
      return;
    }
    boolean none = report.progressMicros() == Time.MIN;
    lines.add(
        what + (none ? ": nothing is complete yet" : ": complete before " + shown(report)) + part);
    while (gate != null) {
      gate = descend(gate);
    }
  }

  /** Says what the member waits for; the next one to ask, or null where the answer is found. */
  private EntityId.@Nullable Member descend(EntityId.Member member) {
    Reported report = watch.report(member);
    lines.add("  held back by " + named(member) + since(report));
    if (member instanceof EntityId.Partition partition) {
      partition(partition, report);
      return null;
    }
    List<EntityId.Member> upstreams = upstream(member);
    List<EntityId.Member> known = upstreams.stream().filter(here).toList();
    EntityId.Member upstream = known.isEmpty() ? null : slowest(known);
    if (known.size() < upstreams.size() && !gates(upstream, report)) {
      lines.add("    why: what it reads from is on other nodes: ask them");
      return null;
    }
    if (upstream == null || watch.report(upstream).progressMicros() > report.progressMicros()) {
      Holding holding = member instanceof EntityId.KeyGroup group ? watch.held().get(group) : null;
      if (holding != null && holding.atMicros() == report.progressMicros()) {
        held(holding);
        return holding.byClock() ? null : upstream;
      }
      lines.add("    why: rows that it computed are on their way to whoever reads them");
      lines.add("    released: when they are written");
      return null;
    }
    return upstream;
  }

  private void held(Holding holding) {
    lines.add(
        "    why: a timer of key "
            + holding.key()
            + " was set for "
            + holding.what()
            + " and holds the results there, since one of its own may have that time");
    lines.add(
        "    released: when "
            + (holding.byClock() ? "the clock is there" : "progress is there")
            + ", or when the timer is deleted; a later hold is set with it");
  }

  private boolean gates(EntityId.@Nullable Member upstream, Reported report) {
    return upstream != null && watch.report(upstream).progressMicros() <= report.progressMicros();
  }

  private void partition(EntityId.Partition partition, Reported report) {
    SourceSpec source = plan.source(partition.source());
    SourceWatch seen = watch.source(source.name());
    Decision last = seen.decision(partition).orElse(null);
    boolean follows = source.source().follows();
    if (last == null) {
      lines.add("    why: no record was read from it yet");
      lines.add("    released: by its first record" + (follows ? "" : ", or its end"));
      return;
    }
    TimePolicy policy = source.policy();
    long ownMicros =
        source.substreams() == null ? last.after().watermarkMicros() : last.after().floorMicros();
    Optional<String> estimate =
        seen.estimate(partition)
            .filter(made -> made.progressMicros() == ownMicros)
            .map(made -> estimate(made, policy));
    if (report.progressMicros() < ownMicros || last.what() instanceof Decision.What.Ended) {
      lines.add(
          "    why: its own watermark is "
              + Time.format(ownMicros)
              + ", but elements before it are on their way or held in windows or by timers");
      estimate.ifPresent(moved -> lines.add("    " + moved));
      lines.add("    released: when they are taken and written downstream");
      return;
    }
    lines.add(
        "    why: "
            + estimate.orElseGet(() -> tolerance(policy, last, source.substreams() != null)));
    if (last.what() instanceof Decision.What.Admitted admitted) {
      lines.add("    its last records were read " + ago(admitted.readMicros()));
    }
    lines.add("    released: " + release(policy, follows));
  }

  private String estimate(SourceWatch.Estimate made, TimePolicy policy) {
    return "an idle estimate moved it to "
        + Time.format(made.progressMicros())
        + (made.atMicros() == Time.MIN
            ? " before this process began"
            : " at " + ago(made.atMicros()))
        + ": no record came, so its arrival clock is taken to stand at "
        + Time.format(made.estimateMicros())
        + ", less late = "
        + bound(policy.late());
  }

  private static String tolerance(TimePolicy policy, Decision last, boolean substreams) {
    List<String> reasons = new ArrayList<>();
    if (!substreams && last.after().maxMicros() != Time.MIN) {
      reasons.add(
          "the largest time it admitted is "
              + Time.format(last.after().maxMicros())
              + ", less out-of-order = "
              + bound(policy.order()));
    }
    if (policy.hasArrivalFloor() && last.after().lastArrivalMicros() != Time.MIN) {
      reasons.add(
          "its last arrival is "
              + Time.format(last.after().lastArrivalMicros())
              + ", less late = "
              + bound(policy.late()));
    }
    if (reasons.isEmpty() && policy.hasArrivalFloor()) {
      return "it has no record yet; while it follows, its clock is estimated, less late = "
          + bound(policy.late());
    }
    return reasons.isEmpty()
        ? "without an arrival floor it makes no progress before its end"
        : String.join("; ", reasons);
  }

  private static String bound(TimePolicy.Rule rule) {
    @Nullable Duration bound = rule.bound();
    return bound == null ? "unbounded" : Durations.print(bound);
  }

  private static String release(TimePolicy policy, boolean follows) {
    if (!follows) {
      return "by later records, or its end";
    }
    return policy.hasIdleProgress()
        ? "by later records, or as time passes"
        : "by later records only: without a bound for late, time tells nothing";
  }

  private List<EntityId.Member> upstream(EntityId.Member member) {
    return topology.stages().stream()
        .filter(stage -> stage.receivers().contains(member))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("nothing is upstream of " + member))
        .upstream();
  }

  private EntityId.Member slowest(List<EntityId.Member> members) {
    return members.stream()
        .min(Comparator.comparingLong(member -> watch.report(member).progressMicros()))
        .orElseThrow();
  }

  private String named(EntityId.Member member) {
    if (member instanceof EntityId.Partition partition) {
      String name = plan.source(partition.source()).source().partitions().get(partition.index());
      return "partition " + name + " of source " + partition.source();
    }
    if (member instanceof EntityId.KeyGroup group) {
      return "key group " + group.index() + " of stream " + group.stream();
    }
    return member.name();
  }

  private String since(Reported report) {
    return report.sinceMicros() == Time.MIN
        ? ", which has not reported"
        : ", at " + shown(report) + " since " + ago(report.sinceMicros());
  }

  private static String shown(Reported report) {
    return Time.format(report.progressMicros());
  }

  private String ago(long micros) {
    long seconds = Math.max(0, (nowMicros - micros) / 1_000_000);
    return Time.format(micros) + " (" + seconds + " s ago)";
  }
}
