package io.tidemark.benchmarks.nexmark;

import static io.tidemark.core.window.Aggregates.averageOfLongs;
import static io.tidemark.core.window.Aggregates.count;
import static io.tidemark.core.window.Aggregates.max;
import static io.tidemark.core.window.Aggregates.min;
import static io.tidemark.core.window.Aggregates.sumOfLongs;

import io.tidemark.core.sink.Destination;
import io.tidemark.core.window.Aggregate;
import io.tidemark.core.window.Aggregates;
import io.tidemark.core.window.Field;
import io.tidemark.core.window.Windows;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;

/** Statistics of each day: bids, bidders and auctions, of all prices and of each rank of prices. */
final class Reports {
  private static final Windows DAYS = Windows.tumbling(Duration.ofDays(1));
  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("HH:mm").withZone(ZoneOffset.UTC);
  private static final List<String> CHANNELS = List.of("Google", "Facebook", "Baidu", "Apple");

  private Reports() {}

  static void ofAll(Streams streams, Destination out) {
    streams
        .bids()
        .window(DAYS)
        .aggregate(
            "report",
            count().as("total_bids"),
            bids(1),
            bids(2),
            bids(3),
            distinct("total_bidders", Bid::bidder),
            bidders(1),
            bidders(2),
            bidders(3),
            distinct("total_auctions", Bid::auction),
            auctions(1),
            auctions(2),
            auctions(3))
        .to(out);
  }

  static void ofChannels(Streams streams, Destination out) {
    streams
        .bids()
        .keyBy("channel", Reports::channel)
        .window(DAYS)
        .aggregate(
            "report",
            max((Bid bid) -> MINUTE.format(bid.time())).as("minute"),
            count().as("total_bids"),
            bids(1),
            bids(2),
            bids(3),
            distinct("total_bidders", Bid::bidder),
            bidders(1),
            bidders(2),
            bidders(3),
            distinct("total_auctions", Bid::auction),
            auctions(1),
            auctions(2),
            auctions(3))
        .to(out);
  }

  static void ofAuctions(Streams streams, Destination out) {
    streams
        .bids()
        .keyBy("auction", Bid::auction)
        .window(DAYS)
        .aggregate(
            "report",
            count().as("total_bids"),
            bids(1),
            bids(2),
            bids(3),
            min(Bid::price).as("min_price"),
            max(Bid::price).as("max_price"),
            averageOfLongs(Bid::price).as("avg_price"),
            sumOfLongs(Bid::price).as("sum_price"))
        .to(out);
  }

  /** Bids have no channel here; one of four is taken from the bidder. */
  private static String channel(Bid bid) {
    return CHANNELS.get((int) (bid.bidder() % CHANNELS.size()));
  }

  private static int rank(Bid bid) {
    if (bid.price() < 10_000) {
      return 1;
    }
    return bid.price() < 1_000_000 ? 2 : 3;
  }

  private static Aggregate<Bid, ?> bids(int rank) {
    return sumOfLongs((Bid bid) -> rank(bid) == rank ? 1L : 0L).as("rank" + rank + "_bids");
  }

  private static Aggregate<Bid, ?> bidders(int rank) {
    return distinct("rank" + rank + "_bidders", bid -> rank(bid) == rank ? bid.bidder() : null);
  }

  private static Aggregate<Bid, ?> auctions(int rank) {
    return distinct("rank" + rank + "_auctions", bid -> rank(bid) == rank ? bid.auction() : null);
  }

  private static Aggregate<Bid, ?> distinct(String name, Field<Bid, Long> field) {
    return Aggregates.<Bid>countDistinct(field::of).as(name);
  }
}
