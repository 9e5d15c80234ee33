/** The job on Hazelcast Jet. Read {@link io.tidemark.benchmarks.jet.Jet} first. */
@NullMarked
package io.tidemark.benchmarks.jet;

import org.jspecify.annotations.NullMarked;
