/**
 * Coordination as decide and apply: who waits for whom, and the minimum that each may rely on. Read
 * {@link io.tidemark.core.coordination.Coordinator} first.
 */
@NullMarked
package io.tidemark.core.coordination;

import org.jspecify.annotations.NullMarked;
