package io.tidemark.config.pipeline;

import io.tidemark.config.pipeline.SourceReader.TimeBlock;
import io.tidemark.core.time.OnViolation;
import io.tidemark.core.time.TimePolicy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Reads a block {@code time}: every rule that is left out takes core's default. */
final class TimeReader {
  private final Section section;
  private final boolean follow;

  TimeReader(Section section, boolean follow) {
    this.section = section;
    this.follow = follow;
  }

  TimeBlock read(TimePolicy basis) {
    TimePolicy policy = limits(tolerances(basis));
    List<String> substreams =
        section.optional("substreams", Kind.textsOrNone("[sensor]"), List.of());
    boolean confined = section.optional("confined", Kind.flag(), false);
    if (confined && substreams.isEmpty()) {
      section.problem("confined", "there are no substreams", "name their columns in substreams");
    }
    if (!substreams.isEmpty() && follow && !policy.hasArrivalFloor()) {
      String culprit = section.has("arrival-floor") ? "arrival-floor" : "late";
      section.problem(
          culprit,
          "substreams of a source that follows need the arrival floor:"
              + " without it nothing but the end of the source makes progress",
          "give late a duration and leave arrival-floor on");
    }
    section.later("preset");
    section.finish();
    return new TimeBlock(policy, substreams, confined);
  }

  private TimePolicy tolerances(TimePolicy defaults) {
    TimePolicy policy = defaults;
    Optional<Duration> early = section.optional("early", orWord("off"), bound(defaults.early()));
    OnViolation onEarly = section.optional("on-early", Words.ON_EARLY, defaults.early().action());
    Optional<Duration> late = section.optional("late", orWord("unbounded"), bound(defaults.late()));
    OnViolation onLate = section.optional("on-late", Words.ON_VIOLATION, defaults.late().action());
    Duration outOfOrder =
        section.optional("out-of-order", Kind.duration(), bound(defaults.order()).orElseThrow());
    OnViolation onOutOfOrder =
        section.optional("on-out-of-order", Words.ON_VIOLATION, defaults.order().action());
    policy = early.map(policy::early).orElseGet(policy::earlyOff).onEarly(onEarly);
    TimePolicy withEarly = policy;
    policy = late.map(withEarly::late).orElseGet(withEarly::lateUnbounded).onLate(onLate);
    return policy.outOfOrder(outOfOrder, onOutOfOrder);
  }

  private TimePolicy limits(TimePolicy tolerances) {
    TimePolicy policy = tolerances;
    // The default depends on the other settings and is shown as what it comes to.
    boolean floor = section.optional("arrival-floor", Kind.flag(), policy.hasArrivalFloor());
    if (section.has("arrival-floor")) {
      policy = policy.arrivalFloor(floor);
    }
    policy =
        policy.limitByArrival(
            section.optional("limit-by-arrival", Kind.flag(), policy.limitByArrival()));
    return policy.idleTick(
        section.optional("idle-tick", Kind.positiveDuration(), policy.idleTick()));
  }

  private static Kind<Optional<Duration>> orWord(String word) {
    Kind<Optional<Duration>> bound = Kind.duration().as(Optional::of, Optional::orElseThrow);
    return bound.or(word, Optional.empty());
  }

  private static Optional<Duration> bound(TimePolicy.Rule rule) {
    return Optional.ofNullable(rule.bound());
  }
}
