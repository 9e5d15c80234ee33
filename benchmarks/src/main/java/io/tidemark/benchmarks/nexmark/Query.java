package io.tidemark.benchmarks.nexmark;

import io.tidemark.core.sink.Destination;
import java.util.function.BiConsumer;

/**
 * The queries. 0 to 9 are those of the original suite as Apache Beam has them, with Beam's default
 * windows; 11 and 13 are Beam's too; 14 to 20 are those of the suite for Flink's SQL, whose
 * unbounded groups are days here. The two counts are the windowed aggregate alone.
 */
public enum Query {
  /** Everything as it is. */
  Q0(Selections::everything),
  /** Each bid in euros. */
  Q1(Selections::inEuros),
  /** The bids for some auctions. */
  Q2(Selections::someAuctions),
  /** Who sells in a category, in some states. */
  Q3(Sellers::local),
  /** The average winning bid of each category, of 10 s every 5 s. */
  Q4(Winners::averageByCategory),
  /** The auctions with most bids, of 10 s every 5 s. */
  Q5(Hottest::auctions),
  /** The average of each seller's last ten sales. */
  Q6(Winners::averageBySeller),
  /** The highest bid of each 10 s. */
  Q7(Hottest::bids),
  /** Who registered and opened an auction within the same 10 s. */
  Q8(Sellers::newcomers),
  /** The winning bid of each auction. */
  Q9(Winners::winningBids),
  /** How many bids a bidder makes before being quiet for more than 10 s. */
  Q11(Bidders::sessions),
  /** Each bid with a value from a bounded table. */
  Q13(Bidders::enriched),
  /** Bids of a middling price, converted. */
  Q14(Selections::converted),
  /** How many bids, bidders and auctions a day has, by rank of price. */
  Q15(Reports::ofAll),
  /** The same by channel. */
  Q16(Reports::ofChannels),
  /** Bids and prices of each auction and day. */
  Q17(Reports::ofAuctions),
  /** The last bid of each bidder for each auction. */
  Q18(Bidders::lastBids),
  /** The ten highest bids for each auction. */
  Q19(Auctions::topBids),
  /** Each bid with its auction, of one category. */
  Q20(Auctions::expandedBids),
  /** How many bids each auction has in each 10 s. */
  COUNTS(Hottest::perWindow),
  /** How many bids each auction has in 10 s, every 2 s. */
  HOPPING_COUNTS(Hottest::perHop);

  @SuppressWarnings("ImmutableEnumChecker") // Methods without anything kept.
  private final BiConsumer<Streams, Destination> description;

  Query(BiConsumer<Streams, Destination> description) {
    this.description = description;
  }

  /** Adds the query to the pipeline that the streams belong to. */
  public void describe(Streams streams, Destination out) {
    description.accept(streams, out);
  }
}
