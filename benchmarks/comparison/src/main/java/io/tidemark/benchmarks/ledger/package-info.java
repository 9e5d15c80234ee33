/**
 * Where foreign engines commit their results: the outer end of their exactly-once sinks. Read
 * {@link io.tidemark.benchmarks.ledger.Ledger} first.
 */
@NullMarked
package io.tidemark.benchmarks.ledger;

import org.jspecify.annotations.NullMarked;
