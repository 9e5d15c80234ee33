/**
 * A whole pipeline in one thread under a seeded scheduler: the same decision code that actors
 * drive, with journals, network and outputs that fail in every way a seed can think of. Read {@link
 * io.tidemark.testkit.simulation.Simulation} first, then {@code Scenario} and {@code Oracle}.
 */
@NullMarked
package io.tidemark.testkit.simulation;

import org.jspecify.annotations.NullMarked;
