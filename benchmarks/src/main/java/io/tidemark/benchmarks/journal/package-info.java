/**
 * How fast the journal is, with entities in front of it.
 *
 * <p>It depends on the public door of the journal and on Pekko. Read {@code PersistRate}.
 */
@NullMarked
package io.tidemark.benchmarks.journal;

import org.jspecify.annotations.NullMarked;
