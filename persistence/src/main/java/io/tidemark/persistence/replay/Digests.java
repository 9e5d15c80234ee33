package io.tidemark.persistence.replay;

import io.tidemark.core.entity.Event;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.OutputDigest;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The digests that entities recorded, which those of a replay have to meet wherever both have the
 * same number of outputs.
 */
final class Digests {
  /** Of one entity. */
  private static final class Points {
    private final Deque<OutputDigest> ahead = new ArrayDeque<>();
    private OutputDigest last = OutputDigest.NONE;

    /** What the replay must have put out when it ends. */
    private OutputDigest expected = OutputDigest.NONE;

    private OutputDigest replayed = OutputDigest.NONE;

    /** Takes what was recorded after the others; between two without an output nothing is new. */
    void add(OutputDigest recorded, boolean onlyLast) {
      if (onlyLast) {
        ahead.clear();
      }
      if (!recorded.equals(last)) {
        ahead.add(recorded);
      }
      last = recorded;
    }
  }

  private final Map<EntityId, Points> points = new LinkedHashMap<>();
  private final Predicate<EntityId> ordered;
  private final @Nullable Stop stop;

  /**
   * What is kept of the recorded digests. There may be very many substreams, so of each only the
   * last one, which stands for all before it.
   *
   * @param ordered whose outputs come in one order in every run
   * @param stop of the replay; null where it goes to the end
   */
  Digests(Recording recording, Predicate<EntityId> ordered, @Nullable Stop stop) {
    this.ordered = ordered;
    this.stop = stop;
    for (EntityId id : recording.entities()) {
      recording.forEachDigest(id, (event, digest) -> add(id, event, digest));
    }
  }

  private void add(EntityId id, Event event, OutputDigest digest) {
    if (stop == null || stop.isComparable(event)) {
      of(id).add(digest, id instanceof EntityId.Substream);
    }
    if (stop == null || (stop.isBefore(event) && ordered.test(id))) {
      of(id).expected = digest;
    }
  }

  private Points of(EntityId id) {
    return points.computeIfAbsent(id, i -> new Points());
  }

  /** Takes an entity's digest at an event of the replay; the difference, or null. */
  @Nullable Difference meet(EntityId id, Event event, OutputDigest replayed) {
    Points of = of(id);
    of.replayed = replayed;
    if (!ordered.test(id) || (stop != null && !stop.isComparable(event))) {
      return null;
    }
    OutputDigest recorded = of.ahead.peek();
    while (recorded != null && recorded.outputs() <= replayed.outputs()) {
      of.ahead.remove();
      if (recorded.outputs() == replayed.outputs() && !recorded.equals(replayed)) {
        return difference(id, recorded, replayed);
      }
      recorded = of.ahead.peek();
    }
    return null;
  }

  /**
   * Nothing follows in the replay; the difference, or null.
   *
   * @param complete whether nothing was to follow in the run either
   */
  @Nullable Difference end(boolean complete) {
    for (Map.Entry<EntityId, Points> each : points.entrySet()) {
      Points of = each.getValue();
      boolean less = of.replayed.outputs() < of.expected.outputs();
      if (less || (complete && !of.replayed.equals(of.expected))) {
        return difference(each.getKey(), of.expected, of.replayed);
      }
    }
    return null;
  }

  private static Difference difference(EntityId id, OutputDigest recorded, OutputDigest replayed) {
    return new Difference(
        id, recorded.outputs(), "output", recorded.toString(), replayed.toString(), null);
  }

  /** What stands for the rows of each sink in the replay, by the sink's name. */
  Map<String, OutputDigest> sinks() {
    Map<String, OutputDigest> sinks = new TreeMap<>();
    points.forEach(
        (id, of) -> {
          if (id instanceof EntityId.Sink sink) {
            sinks.put(sink.sink(), of.replayed);
          }
        });
    return sinks;
  }
}
