/**
 * Hazelcast Jet at boundaries. Read {@link io.tidemark.benchmarks.jet.boundaries.JetSubject} first.
 */
@NullMarked
package io.tidemark.benchmarks.jet.boundaries;

import org.jspecify.annotations.NullMarked;
