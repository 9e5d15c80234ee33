package io.tidemark.config.launch;

import io.tidemark.core.entity.Holding;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.pipeline.Plan;
import io.tidemark.core.pipeline.SinkSpec;
import io.tidemark.core.pipeline.SourceSpec;
import io.tidemark.core.time.Time;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a run while it runs.
 *
 * @param sources by name, in the order of the pipeline
 * @param sinks rows written in this process, by name
 * @param reports what each member has reported, those that have
 * @param discarded how many windows each key group has discarded, those that have begun
 * @param held what holds the progress of a key group's outputs, where something does
 */
record RunWatch(
    Map<String, SourceWatch> sources,
    Map<String, LongAdder> sinks,
    Map<EntityId.Member, Reported> reports,
    Map<EntityId.KeyGroup, Long> discarded,
    Map<EntityId.KeyGroup, Holding> held) {

  /**
   * The largest progress a member has reported.
   *
   * @param sinceMicros wall clock when it did so first
   */
  record Reported(long progressMicros, long sinceMicros) {
    private static final Reported NOTHING = new Reported(Time.MIN, Time.MIN);
  }

  static RunWatch of(Plan plan) {
    Map<String, SourceWatch> sources = new LinkedHashMap<>();
    for (SourceSpec source : plan.pipeline().sources()) {
      sources.put(
          source.name(), new SourceWatch(source.substreams() != null, plan.partitions(source)));
    }
    Map<String, LongAdder> sinks = new LinkedHashMap<>();
    for (SinkSpec sink : plan.pipeline().sinks()) {
      sinks.put(sink.name(), new LongAdder());
    }
    return new RunWatch(
        sources,
        sinks,
        new ConcurrentHashMap<>(),
        new ConcurrentHashMap<>(),
        new ConcurrentHashMap<>());
  }

  void reported(long nowMicros, EntityId.Member member, long progressMicros) {
    reports.merge(
        member,
        new Reported(progressMicros, nowMicros),
        (before, now) -> now.progressMicros() > before.progressMicros() ? now : before);
  }

  /** What the member has reported; −∞ where it has not. */
  Reported report(EntityId.Member member) {
    return reports.getOrDefault(member, Reported.NOTHING);
  }

  /** The least progress that a partition of the source has reported; −∞ while one has not. */
  long progressMicros(String source) {
    return source(source).partitions().stream()
        .mapToLong(partition -> report(partition).progressMicros())
        .min()
        .orElse(Time.MIN);
  }

  SourceWatch source(String name) {
    SourceWatch watch = sources.get(name);
    if (watch == null) {
      throw new IllegalArgumentException("no source has the name " + name);
    }
    return watch;
  }

  LongAdder sink(String name) {
    LongAdder rows = sinks.get(name);
    if (rows == null) {
      throw new IllegalArgumentException("no sink has the name " + name);
    }
    return rows;
  }

  long recordsRead() {
    return sources.values().stream().mapToLong(SourceWatch::recordsRead).sum();
  }

  long rowsWritten() {
    return sinks.values().stream().mapToLong(LongAdder::sum).sum();
  }

  /** How many windows the key group has discarded since the run began. */
  void discarded(EntityId.KeyGroup group, long windows) {
    discarded.put(group, windows);
  }

  /** What holds the progress of the key group's outputs at its latest tick; null: nothing. */
  void held(EntityId.KeyGroup group, @Nullable Holding holding) {
    if (holding == null) {
      held.remove(group);
    } else {
      held.put(group, holding);
    }
  }

  /** Windows discarded since the run began, in key groups and inside substreams. */
  long windowsDiscarded() {
    return discarded.values().stream().mapToLong(Long::longValue).sum()
        + sources.values().stream().mapToLong(SourceWatch::windowsDiscarded).sum();
  }
}
