/**
 * Runs a pipeline in this process: prepares its state, opens the journal, starts the actor system
 * and the runtime, watches, and settles the state when it ends. The only package that knows them
 * all. Read {@link io.tidemark.config.launch.Launch} first, then {@link
 * io.tidemark.config.launch.PreparedRun}.
 */
@NullMarked
package io.tidemark.config.launch;

import org.jspecify.annotations.NullMarked;
