/**
 * Substreams: one key within one source partition, with its own watermark and the computations
 * keyed by it. Read {@link io.tidemark.core.substream.Substream} first.
 */
@NullMarked
package io.tidemark.core.substream;

import org.jspecify.annotations.NullMarked;
