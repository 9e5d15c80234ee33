package io.tidemark.benchmarks.nexmark;

import io.tidemark.core.pipeline.KeyableStage;
import io.tidemark.core.sink.Destination;
import java.time.Instant;
import java.time.ZoneOffset;

/** Queries that look at each event alone. */
final class Selections {
  private static final long AUCTIONS_SKIPPED = 123;

  private Selections() {}

  /** Query 2: what was bid for some auctions. */
  record AuctionPrice(long auction, long price) {}

  /**
   * Query 14: a bid of a middling price in another currency.
   *
   * @param milliPrice the price in thousandths: a row has no decimal numbers
   * @param letters how many times the letter c stands in the extra text
   */
  record Converted(
      long auction,
      long bidder,
      long milliPrice,
      String timeOfDay,
      Instant time,
      String extra,
      long letters) {}

  static void everything(Streams streams, Destination out) {
    KeyableStage<Event> events = streams.events();
    Streams.only(Person.class, events).to("persons", Person.class, out);
    Streams.only(Auction.class, events).to("auctions", Auction.class, out);
    Streams.only(Bid.class, events).to("bids", Bid.class, out);
  }

  static void inEuros(Streams streams, Destination out) {
    streams.bids().map(bid -> bid.priced(bid.price() * 89 / 100)).to("euros", Bid.class, out);
  }

  static void someAuctions(Streams streams, Destination out) {
    streams
        .bids()
        .filter(bid -> bid.auction() % AUCTIONS_SKIPPED == 0)
        .map(bid -> new AuctionPrice(bid.auction(), bid.price()))
        .to("prices", AuctionPrice.class, out);
  }

  static void converted(Streams streams, Destination out) {
    streams
        .bids()
        .map(Selections::converted)
        .filter(Selections::isMiddling)
        .to("converted", Converted.class, out);
  }

  private static Converted converted(Bid bid) {
    long letters = bid.extra().chars().filter(letter -> letter == 'c').count();
    return new Converted(
        bid.auction(),
        bid.bidder(),
        908 * bid.price(),
        timeOfDay(bid.time()),
        bid.time(),
        bid.extra(),
        letters);
  }

  private static boolean isMiddling(Converted bid) {
    return bid.milliPrice() > 1_000_000_000L && bid.milliPrice() < 50_000_000_000L;
  }

  private static String timeOfDay(Instant time) {
    int hour = time.atOffset(ZoneOffset.UTC).getHour();
    if (hour >= 8 && hour <= 18) {
      return "dayTime";
    }
    return hour <= 6 || hour >= 20 ? "nightTime" : "otherTime";
  }
}
