/**
 * The shell of the one entity without durable state. Read {@link
 * io.tidemark.runtime.coordinator.CoordinatorShell}.
 */
@NullMarked
package io.tidemark.runtime.coordinator;

import org.jspecify.annotations.NullMarked;
