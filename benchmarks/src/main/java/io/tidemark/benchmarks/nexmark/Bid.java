package io.tidemark.benchmarks.nexmark;

import java.time.Instant;

/**
 * Somebody bids. The auction may open a little later than the first bids for it.
 *
 * @param price in cents
 * @param extra filling, so that a record has the size of a real one
 */
public record Bid(long auction, long bidder, long price, Instant time, String extra)
    implements Event {

  /** The same at another price. */
  Bid priced(long other) {
    return new Bid(auction, bidder, other, time, extra);
  }

  /** Whether it wins against the other: by price, then by being earlier. */
  boolean beats(Bid other) {
    return price > other.price || (price == other.price && time.isBefore(other.time));
  }
}
