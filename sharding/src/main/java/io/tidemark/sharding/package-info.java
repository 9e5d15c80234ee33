/**
 * Where an entity lives: its shard, the node of that shard, and the one coordinator of a pipeline.
 *
 * <p>It depends on the runtime, and knows nothing of the journal that keeps an entity's state.
 */
@NullMarked
package io.tidemark.sharding;

import org.jspecify.annotations.NullMarked;
