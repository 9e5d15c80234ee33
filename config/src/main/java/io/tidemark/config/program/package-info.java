/**
 * Computations that pipeline files name by their classes: found on the class path and asked what
 * they are. Depends on core alone. Read {@link io.tidemark.config.program.ProgramTransform}.
 */
@NullMarked
package io.tidemark.config.program;

import org.jspecify.annotations.NullMarked;
