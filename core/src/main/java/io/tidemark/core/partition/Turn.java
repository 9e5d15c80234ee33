package io.tidemark.core.partition;

import io.tidemark.core.entity.Step;

/**
 * What a partition works under while it handles one thing.
 *
 * @param nowMicros wall clock
 * @param generation the partition's generation: what it sends carries it
 * @param fence the partition's incarnation: what its substreams write stands under it
 * @param step takes the effects
 */
record Turn(long nowMicros, long generation, long fence, Step step) {}
