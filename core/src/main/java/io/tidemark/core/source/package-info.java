/**
 * Source partitions: the ports a connector implements, batches and offsets, and the decisions a
 * partition makes (what was read, admitted, handed on, made durable). Read {@link
 * io.tidemark.core.source.PartitionReader} first, then {@code SourcePartition}.
 */
@NullMarked
package io.tidemark.core.source;

import org.jspecify.annotations.NullMarked;
