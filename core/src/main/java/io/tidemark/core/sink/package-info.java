/**
 * Sinks: the port a connector implements, the identity of an output, and the decisions a sink makes
 * (hold, order, commit, acknowledge). Read {@link io.tidemark.core.sink.SinkWriter} first.
 */
@NullMarked
package io.tidemark.core.sink;

import org.jspecify.annotations.NullMarked;
