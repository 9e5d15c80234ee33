/**
 * Apache Beam's NEXMark: its generator as a source of our events, and, in the tests, its models of
 * the queries as oracles. Read {@link io.tidemark.benchmarks.beam.BeamEvents} first.
 */
@NullMarked
package io.tidemark.benchmarks.beam;

import org.jspecify.annotations.NullMarked;
