package io.tidemark.benchmarks.nexmark;

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

  /**
   * What is known of an auction.
   *
   * @param bids those that wait for it
   */
  record Known(@Nullable Auction auction, List<Bid> bids) {}

  static void topBids(Streams streams, Destination out) {
    streams
        .bids()
        .keyBy(Bid::auction)
        .transform("top", new TopOfDay(), Best.class, RankedBid.class)
        .to(out);
  }

  static void expandedBids(Streams streams, Destination out) {
    streams
        .events()
        .filter(event -> !(event instanceof Person))
        .keyBy(event -> event instanceof Bid bid ? bid.auction() : ((Auction) event).id())
        .transform("expanded", new Expand(), Known.class, ExpandedBid.class)
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

  /** Bids wait until their auction opens, then each is given, or none. */
  private static final class Expand implements Transform<Long, Event, Known, ExpandedBid> {
    @Override
    public Known onElement(
        @Nullable Known known, Event event, TransformContext<Long, ExpandedBid> context) {
      if (event instanceof Auction auction) {
        if (known != null) {
          known.bids().forEach(bid -> give(bid, auction, context));
        }
        return new Known(auction, List.of());
      }
      Bid bid = (Bid) event;
      if (known != null && known.auction() != null) {
        give(bid, known.auction(), context);
        return known;
      }
      List<Bid> more = new ArrayList<>(known == null ? List.of() : known.bids());
      more.add(bid);
      return new Known(null, more);
    }

    private static void give(
        Bid bid, Auction auction, TransformContext<Long, ExpandedBid> context) {
      if (auction.category() == CATEGORY) {
        context.emit(ExpandedBid.of(bid, auction));
      }
    }
  }
}
