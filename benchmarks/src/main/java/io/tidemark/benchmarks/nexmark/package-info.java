/**
 * The NEXMark queries in Tidemark's public API: what an auction house asks of its stream of
 * persons, auctions and bids.
 *
 * <p>It knows no generator: events come from whoever runs a query. What each query computes, and
 * what it is checked against, is in {@code docs/nexmark.md}. Read {@link
 * io.tidemark.benchmarks.nexmark.Query} first, then {@link io.tidemark.benchmarks.nexmark.Streams}.
 */
@NullMarked
package io.tidemark.benchmarks.nexmark;

import org.jspecify.annotations.NullMarked;
