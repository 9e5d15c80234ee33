package io.tidemark.benchmarks.nexmark;

import java.time.Instant;

/** What happens at an auction house. */
public sealed interface Event permits Person, Auction, Bid {
  /** When it happened. */
  Instant time();
}
