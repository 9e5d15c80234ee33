/**
 * Whether state survives: the journal and snapshot store of the local machine, and the bytes in
 * which events are kept.
 *
 * <p>It depends on the runtime, and knows nothing of shards or nodes.
 */
@NullMarked
package io.tidemark.persistence;

import org.jspecify.annotations.NullMarked;
