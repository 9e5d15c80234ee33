/**
 * Source partitions: what was read, how it is judged and handed on, what is durable, and what each
 * of a partition's keys has said. Read {@link io.tidemark.core.partition.SourcePartition} first,
 * then {@code KeyBook}.
 */
@NullMarked
package io.tidemark.core.partition;

import org.jspecify.annotations.NullMarked;
