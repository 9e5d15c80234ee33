package io.tidemark.benchmarks.nexmark;

import io.tidemark.core.pipeline.KeyableStage;
import io.tidemark.core.sink.Destination;
import io.tidemark.core.transform.Timer;
import io.tidemark.core.transform.Transform;
import io.tidemark.core.transform.TransformContext;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Queries about the bids of an auction: the highest ones, and each with its auction. */
final class Auctions {
  private static final Duration DAY = Duration.ofDays(1);
  private static final int TOP = 10;
  private static final long CATEGORY = 10;

  private Auctions() {}

  /** Query 19: one of the highest bids for an auction. */
  record RankedBid(long auction, long rank, long bidder, long price, Instant time, String extra) {}

  /** The best first. */
  record Best(List<Bid> bids) {}

  /** Query 20: a bid with its auction. */
  record ExpandedBid(
      long auction,
      long bidder,
      long price,
      Instant time,
      String extra,
      String itemName,
      String description,
      long initialBid,
      long reserve,
      Instant opened,
      Instant expires,
      long seller,
      long category,
      String auctionExtra) {
    static ExpandedBid of(Bid bid, Auction auction) {
      return new ExpandedBid(
          bid.auction(),
          bid.bidder(),
          bid.price(),
          bid.time(),
          bid.extra(),
          auction.itemName(),
          auction.description(),
          auction.initialBid(),
          auction.reserve(),
          auction.time(),
          auction.expires(),
          auction.seller(),
          auction.category(),
          auction.extra());
    }
  }

  static void topBids(Streams streams, Destination out) {
    streams
        .bids()
        .keyBy(Bid::auction)
        .transform("top", new TopOfDay(), Best.class, RankedBid.class)
        .to(out);
  }

  static void expandedBids(Streams streams, Destination out) {
    KeyableStage<Event> events = streams.events();
    Streams.only(Bid.class, events)
        .keyBy(Bid::auction)
        .join(
            Streams.only(Auction.class, events)
                .filter(auction -> auction.category() == CATEGORY)
                .keyBy(Auction::id))
        .unbounded("expanded", ExpandedBid.class, ExpandedBid::of)
        .to(out);
  }

  private static final class TopOfDay implements Transform<Long, Bid, Best, RankedBid> {
    @Override
    public Best onElement(@Nullable Best best, Bid bid, TransformContext<Long, RankedBid> context) {
      if (best == null) {
        Instant midnight = Aligned.end(DAY, bid.time());
        context.setTimer("midnight", midnight, midnight);
        return new Best(List.of(bid));
      }
      int place = best.bids().size();
      while (place > 0 && bid.beats(best.bids().get(place - 1))) {
        place--;
      }
      if (place == TOP) {
        return best;
      }
      List<Bid> bids = new ArrayList<>(best.bids());
      bids.add(place, bid);
      return new Best(bids.subList(0, Math.min(bids.size(), TOP)));
    }

    @Override
    public @Nullable Best onTimer(
        @Nullable Best best, Timer midnight, TransformContext<Long, RankedBid> context) {
      long rank = 1;
      for (Bid bid : best == null ? List.<Bid>of() : best.bids()) {
        context.emit(
            new RankedBid(
                bid.auction(), rank++, bid.bidder(), bid.price(), bid.time(), bid.extra()));
      }
      return null;
    }
  }
}
