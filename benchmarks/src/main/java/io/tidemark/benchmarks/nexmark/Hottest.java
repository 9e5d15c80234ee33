package io.tidemark.benchmarks.nexmark;

import static io.tidemark.core.window.Aggregates.count;

import io.tidemark.core.pipeline.ResultStage;
import io.tidemark.core.sink.Destination;
import io.tidemark.core.transform.Timer;
import io.tidemark.core.transform.Transform;
import io.tidemark.core.transform.TransformContext;
import io.tidemark.core.window.WindowResult;
import io.tidemark.core.window.Windows;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Queries that compare within windows: the auctions with most bids, the highest bid. */
final class Hottest {
  private static final Duration SIZE = Duration.ofSeconds(10);

  private Hottest() {}

  /** Query 5: an auction that has most bids of all in a window. */
  record HotAuction(Instant end, long auction, long bids) {}

  /** Those with most bids so far. */
  record Leaders(long bids, List<Long> auctions) {}

  static void auctions(Streams streams, Destination out) {
    counts(streams, Windows.hopping(SIZE, Duration.ofSeconds(5)))
        .keyBy(WindowResult::end)
        .transform("hottest", new MostBids(), Leaders.class, HotAuction.class)
        .to(out);
  }

  static void bids(Streams streams, Destination out) {
    streams
        .bids()
        .keyBy(bid -> Aligned.end(SIZE, bid.time()))
        .transform("highest", new HighestBid(), Bid.class, Bid.class)
        .to(out);
  }

  static void perWindow(Streams streams, Destination out) {
    counts(streams, Windows.tumbling(SIZE)).to(out);
  }

  static void perHop(Streams streams, Destination out) {
    counts(streams, Windows.hopping(SIZE, Duration.ofSeconds(2))).to(out);
  }

  private static ResultStage<Long> counts(Streams streams, Windows windows) {
    return streams
        .bids()
        .keyBy("auction", Bid::auction)
        .window(windows)
        .aggregate("counts", count().as("bids"));
  }

  /** The key is the end of the window, where all its counts are known. */
  private static final class MostBids
      implements Transform<Instant, WindowResult<Long>, Leaders, HotAuction> {
    @Override
    public Leaders onElement(
        @Nullable Leaders leaders,
        WindowResult<Long> count,
        TransformContext<Instant, HotAuction> context) {
      long bids = Objects.requireNonNull(count.value(0, Long.class));
      if (leaders == null) {
        context.setTimer("end", context.key(), context.key());
      }
      if (leaders == null || bids > leaders.bids()) {
        return new Leaders(bids, List.of(count.key()));
      }
      if (bids < leaders.bids()) {
        return leaders;
      }
      List<Long> more = new ArrayList<>(leaders.auctions());
      more.add(count.key());
      return new Leaders(bids, more);
    }

    @Override
    public @Nullable Leaders onTimer(
        @Nullable Leaders leaders, Timer end, TransformContext<Instant, HotAuction> context) {
      if (leaders != null) {
        for (long auction : leaders.auctions()) {
          context.emit(new HotAuction(context.key(), auction, leaders.bids()));
        }
      }
      return null;
    }
  }

  /** Query 7. The key is the end of the window; of equal bids the last is kept. */
  private static final class HighestBid implements Transform<Instant, Bid, Bid, Bid> {
    @Override
    public Bid onElement(@Nullable Bid highest, Bid bid, TransformContext<Instant, Bid> context) {
      if (highest == null) {
        context.setTimer("end", context.key(), context.key());
      }
      return highest == null || bid.price() >= highest.price() ? bid : highest;
    }

    @Override
    public @Nullable Bid onTimer(
        @Nullable Bid highest, Timer end, TransformContext<Instant, Bid> context) {
      if (highest != null) {
        context.emit(highest);
      }
      return null;
    }
  }
}
