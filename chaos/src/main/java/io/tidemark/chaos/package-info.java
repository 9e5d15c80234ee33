/**
 * Real nodes of a cluster with a real database, what can happen to them, and whether their output
 * stays the same. Read {@link io.tidemark.chaos.Chaos} first, then {@link io.tidemark.chaos.Round}.
 */
@NullMarked
package io.tidemark.chaos;

import org.jspecify.annotations.NullMarked;
