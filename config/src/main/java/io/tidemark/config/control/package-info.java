/**
 * Questions to a running pipeline, over the loopback address: one line in, lines out. Who asks must
 * know the token that {@code run.json} keeps for its owner. Depends on the JDK and on what {@code
 * run.json} says. Read {@link io.tidemark.config.control.ControlServer} first.
 */
@NullMarked
package io.tidemark.config.control;

import org.jspecify.annotations.NullMarked;
