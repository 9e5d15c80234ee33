/**
 * The actors that run a pipeline: each receives a message, asks the core what to do, carries that
 * out and returns its next behaviour.
 *
 * <p>It depends on the core and on Pekko. It does not decide where an entity lives or which journal
 * keeps its state: sharding and persistence do.
 */
@NullMarked
package io.tidemark.runtime;

import org.jspecify.annotations.NullMarked;
