/**
 * What the actors count about themselves. Read {@link io.tidemark.runtime.telemetry.Counter} for
 * what each number means and which of them must stay 0.
 */
@NullMarked
package io.tidemark.runtime.telemetry;

import org.jspecify.annotations.NullMarked;
