/**
 * Sources: the ports a connector implements, and the records, offsets and diagnostics they speak
 * of. Read {@link io.tidemark.core.source.Source} first, then {@link
 * io.tidemark.core.source.PartitionReader}.
 */
@NullMarked
package io.tidemark.core.source;

import org.jspecify.annotations.NullMarked;
