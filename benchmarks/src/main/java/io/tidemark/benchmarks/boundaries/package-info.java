/**
 * What engines do at boundaries: the elements that tell it, the engines as subjects, and the table
 * of what came out. Depends on the JDK only. Read {@link
 * io.tidemark.benchmarks.boundaries.Boundary} and {@link io.tidemark.benchmarks.boundaries.Subject}
 * first.
 */
@NullMarked
package io.tidemark.benchmarks.boundaries;

import org.jspecify.annotations.NullMarked;
