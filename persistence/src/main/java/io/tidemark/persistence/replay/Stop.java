package io.tidemark.persistence.replay;

import io.tidemark.core.entity.Computation;
import io.tidemark.core.entity.Event;
import io.tidemark.core.entity.StoppedComputation;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Message;
import io.tidemark.core.partition.Decision;
import io.tidemark.core.pipeline.Entities;
import io.tidemark.core.sink.SinkEvent;
import io.tidemark.core.substream.SubstreamEvent;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * The time that a replay goes up to. Computations stop there, each by itself; partitions decide
 * until they are past it, so that every element before it has come; sinks are told of no later
 * progress. So nobody needs to stop at one moment.
 */
final class Stop implements Entities.Around {
  private final long micros;
  private final Map<EntityId, Map<String, StoppedComputation>> computations = new HashMap<>();

  /** A stop at a finite time. */
  Stop(long micros) {
    this.micros = micros;
  }

  /** Stops the computation of a new entity, and remembers it in place of an earlier one. */
  @Override
  public Computation around(EntityId owner, String stream, Computation computation) {
    StoppedComputation stopped = new StoppedComputation(computation, micros);
    computations.computeIfAbsent(owner, id -> new LinkedHashMap<>()).put(stream, stopped);
    return stopped;
  }

  void forget(EntityId owner) {
    computations.remove(owner);
  }

  /** Gives the owner's computations, each with its stream, and forgets them. */
  void take(EntityId owner, BiConsumer<String, StoppedComputation> receiver) {
    Map<String, StoppedComputation> taken = computations.remove(owner);
    if (taken != null) {
      taken.forEach(receiver);
    }
  }

  /** Whether no element before the stop follows the decision in its partition. */
  boolean isReached(Decision decision) {
    return progressMicros(decision) >= micros;
  }

  /** Progress as a sink is told of it: what is at or after the stop is left, also at the end. */
  Message.Progress forSink(Message.Progress progress) {
    long capped = progress.sealed() ? micros : Math.min(progress.progressMicros(), micros);
    return new Message.Progress(progress.generation(), capped, false);
  }

  /**
   * Whether an entity has put out at the event what it put out in the run by then: a substream that
   * is past the stop keeps results back, while its elements and diagnostics still leave.
   */
  boolean isComparable(Event event) {
    return !(event instanceof SubstreamEvent.Advanced advanced)
        || advanced.key().watermarkMicros() < micros;
  }

  /** Whether all that the event's entity had put out by then comes before the stop. */
  boolean isBefore(Event event) {
    return event instanceof SinkEvent.Committed committed
        ? committed.committedMicros() < micros
        : event instanceof SubstreamEvent && isComparable(event);
  }

  /** Whether what happens at this progress comes before the stop. */
  boolean isBefore(long progressMicros) {
    return progressMicros < micros;
  }

  /** With substreams there is a floor and no watermark, and without the other way round. */
  private static long progressMicros(Decision decision) {
    return Math.max(decision.after().floorMicros(), decision.after().watermarkMicros());
  }
}
