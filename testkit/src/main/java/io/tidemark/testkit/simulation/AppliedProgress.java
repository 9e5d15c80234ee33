package io.tidemark.testkit.simulation;

import io.tidemark.core.entity.Event;
import io.tidemark.core.keygroup.KeyGroupEvent;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.partition.PartitionEvent;
import io.tidemark.core.sink.SinkEvent;
import io.tidemark.core.substream.SubstreamEvent;
import io.tidemark.core.time.AdmissionState;
import io.tidemark.core.time.Time;
import java.util.HashMap;
import java.util.Map;

/**
 * The progress that each entity has recorded as applied, over all its incarnations. It never falls:
 * what an entity knows after a restart is no less than what it acted on before.
 */
final class AppliedProgress {
  private final Map<EntityId, Long> applied = new HashMap<>();

  /** Takes an event that the entity has recorded. */
  void record(EntityId id, Event event) {
    long micros;
    if (event instanceof PartitionEvent.Decided decided) {
      AdmissionState after = decided.decision().after();
      micros = Math.max(after.floorMicros(), after.watermarkMicros());
    } else if (event instanceof SubstreamEvent.Advanced advanced) {
      micros = advanced.key().watermarkMicros();
    } else if (event instanceof KeyGroupEvent.Advanced advanced) {
      micros = advanced.appliedMicros();
    } else if (event instanceof KeyGroupEvent.Rung rung) {
      micros = rung.advanced().appliedMicros();
    } else if (event instanceof SinkEvent.Committed committed) {
      micros = committed.committedMicros();
    } else {
      return;
    }
    Long before = applied.put(id, micros);
    if (before != null && micros < before) {
      throw new AssertionError(
          "applied progress went back: entity="
              + id.name()
              + ", recorded="
              + Time.format(before)
              + ", then="
              + Time.format(micros));
    }
  }
}
