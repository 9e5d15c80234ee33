/** pekko-persistence-jdbc beside Tidemark's journal. */
@NullMarked
package io.tidemark.benchmarks.jdbc;

import org.jspecify.annotations.NullMarked;
