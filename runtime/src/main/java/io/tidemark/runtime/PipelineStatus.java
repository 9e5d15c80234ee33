package io.tidemark.runtime;

import io.tidemark.core.message.EntityId;
import io.tidemark.runtime.telemetry.Counter;
import java.util.List;
import java.util.Map;

/**
 * What a pipeline looks like on this node at a moment.
 *
 * @param residents entities that run here, in no order
 * @param counts what was counted since the start
 */
public record PipelineStatus(List<EntityId> residents, Map<Counter, Long> counts) {
  /** Copies both. */
  public PipelineStatus {
    residents = List.copyOf(residents);
    counts = Map.copyOf(counts);
  }
}
