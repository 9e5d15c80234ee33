package io.tidemark.persistence.replay;

import io.tidemark.core.message.EntityId;

/**
 * How far a source partition is where a replay was stopped.
 *
 * @param partition which
 * @param decision number of the latest decision; 0 before the first
 * @param watermarkMicros without substreams its watermark, else {@code Time.MIN}
 * @param floorMicros with substreams its floor, else {@code Time.MIN}
 * @param reached whether it is past the stop; else its recorded decisions end before it
 */
public record Standing(
    EntityId.Partition partition,
    long decision,
    long watermarkMicros,
    long floorMicros,
    boolean reached) {}
