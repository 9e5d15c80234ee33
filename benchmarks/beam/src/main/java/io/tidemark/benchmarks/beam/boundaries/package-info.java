/** Beam at boundaries. Read {@link io.tidemark.benchmarks.beam.boundaries.BeamSubject} first. */
@NullMarked
package io.tidemark.benchmarks.beam.boundaries;

import org.jspecify.annotations.NullMarked;
