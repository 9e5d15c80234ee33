package io.tidemark.benchmarks.nexmark;

import io.tidemark.core.sink.Destination;
import io.tidemark.core.time.Time;
import io.tidemark.core.transform.Timer;
import io.tidemark.core.transform.Transform;
import io.tidemark.core.transform.TransformContext;
import io.tidemark.core.window.Aggregates;
import io.tidemark.core.window.WindowResult;
import io.tidemark.core.window.Windows;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Queries about those who bid: their sessions, their last bids, and a table about them. */
final class Bidders {
  private static final Duration GAP = Duration.ofSeconds(10);
  private static final Duration DAY = Duration.ofDays(1);

  private Bidders() {}

  /** Query 11: how many bids somebody made before being quiet for longer than the gap. */
  record UserSession(long bidder, Instant first, Instant last, long bids) {
    static UserSession of(WindowResult<Long> session) {
      Instant first = Time.instant(session.startMicros());
      Instant last = Time.instant(session.endMicros()).minus(GAP);
      long bids = Objects.requireNonNull(session.value(0, Long.class));
      return new UserSession(session.key(), first, last, bids);
    }
  }

  /** Query 13: a bid, with what the side input says of its bidder. */
  record Enriched(long auction, long bidder, long price, Instant time, String value) {}

  /** Query 18: whose last bid for what. */
  record BidderAndAuction(long bidder, long auction) {}

  static void sessions(Streams streams, Destination out) {
    streams
        .bids()
        .keyBy(Bid::bidder)
        .window(Windows.session(GAP))
        .aggregate("sessions", Aggregates.count())
        .map(session -> UserSession.of(session))
        .to("user-sessions", UserSession.class, out);
  }

  static void enriched(Streams streams, Destination out) {
    streams
        .bidsAndSideInput()
        .keyBy(
            element ->
                element instanceof Bid bid
                    ? bid.bidder() % Streams.SIDE_ROWS
                    : ((SideRow) element).key())
        .transform("enriched", new LookUp(), String.class, Enriched.class)
        .to(out);
  }

  static void lastBids(Streams streams, Destination out) {
    streams
        .bids()
        .keyBy(BidderAndAuction.class, bid -> new BidderAndAuction(bid.bidder(), bid.auction()))
        .transform("last", new LastOfDay(), Bid.class, Bid.class)
        .to(out);
  }

  private static final class LookUp implements Transform<Long, Record, String, Enriched> {
    @Override
    public @Nullable String onElement(
        @Nullable String value, Record element, TransformContext<Long, Enriched> context) {
      if (element instanceof SideRow row) {
        return row.value();
      }
      Bid bid = (Bid) element;
      if (value != null) {
        context.emit(new Enriched(bid.auction(), bid.bidder(), bid.price(), bid.time(), value));
      }
      return value;
    }
  }

  private static final class LastOfDay implements Transform<BidderAndAuction, Bid, Bid, Bid> {
    @Override
    public Bid onElement(
        @Nullable Bid last, Bid bid, TransformContext<BidderAndAuction, Bid> context) {
      if (last == null) {
        Instant midnight = Aligned.end(DAY, bid.time());
        context.setTimer("midnight", midnight, midnight);
      }
      return bid;
    }

    @Override
    public @Nullable Bid onTimer(
        @Nullable Bid last, Timer midnight, TransformContext<BidderAndAuction, Bid> context) {
      if (last != null) {
        context.emit(last);
      }
      return null;
    }
  }
}
