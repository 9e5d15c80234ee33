package io.tidemark.benchmarks.nexmark;

import static io.tidemark.core.window.Aggregates.averageOfLongs;

import io.tidemark.core.pipeline.TransformedStage;
import io.tidemark.core.sink.Destination;
import io.tidemark.core.transform.Timer;
import io.tidemark.core.transform.Transform;
import io.tidemark.core.transform.TransformContext;
import io.tidemark.core.window.Windows;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Queries over the winning bid of each auction, which is known when the auction expires. */
final class Winners {
  private static final int SALES = 10;

  private Winners() {}

  /** Query 9: an auction and the bid that won it. */
  record Winner(
      long auction,
      long seller,
      long category,
      long reserve,
      Instant expires,
      long bidder,
      long price,
      Instant time) {}

  /** What is known of an auction that is not closed. */
  record Open(@Nullable Auction auction, @Nullable Bid best) {}

  /** Query 6: what a seller's last sales brought on average, rounded. */
  record SellerAverage(long seller, long average) {}

  record Sale(Instant time, long price) {}

  record LastSales(List<Sale> sales) {}

  static void winningBids(Streams streams, Destination out) {
    winners(streams).to(out);
  }

  static void averageByCategory(Streams streams, Destination out) {
    winners(streams)
        .keyBy("category", Winner::category)
        .window(Windows.hopping(Duration.ofSeconds(10), Duration.ofSeconds(5)))
        .aggregate("averages", averageOfLongs(Winner::price).as("average"))
        .to(out);
  }

  static void averageBySeller(Streams streams, Destination out) {
    winners(streams)
        .keyBy(Winner::seller)
        .transform("averages", new LastTen(), LastSales.class, SellerAverage.class)
        .to(out);
  }

  private static TransformedStage<Winner> winners(Streams streams) {
    return streams
        .events()
        .filter(event -> !(event instanceof Person))
        .keyBy(event -> event instanceof Bid bid ? bid.auction() : ((Auction) event).id())
        .transform("winners", new UntilExpired(), Open.class, Winner.class);
  }

  /** Keeps the best bid, also of those that come before the auction opens. */
  private static final class UntilExpired implements Transform<Long, Event, Open, Winner> {
    @Override
    public Open onElement(
        @Nullable Open open, Event event, TransformContext<Long, Winner> context) {
      Bid best = open == null ? null : open.best();
      if (event instanceof Auction auction) {
        context.setTimer("expires", auction.expires(), auction.expires());
        return new Open(auction, best);
      }
      Bid bid = (Bid) event;
      return open != null && best != null && !bid.beats(best)
          ? open
          : new Open(open == null ? null : open.auction(), bid);
    }

    @Override
    public @Nullable Open onTimer(
        @Nullable Open open, Timer expires, TransformContext<Long, Winner> context) {
      Auction auction = open == null ? null : open.auction();
      Bid best = open == null ? null : open.best();
      if (auction != null && best != null && best.price() >= auction.reserve()) {
        context.emit(
            new Winner(
                auction.id(),
                auction.seller(),
                auction.category(),
                auction.reserve(),
                auction.expires(),
                best.bidder(),
                best.price(),
                best.time()));
      }
      return null;
    }
  }

  /** Of more than ten sales, that with the earliest bid makes room for the next. */
  private static final class LastTen implements Transform<Long, Winner, LastSales, SellerAverage> {
    @Override
    public LastSales onElement(
        @Nullable LastSales last, Winner winner, TransformContext<Long, SellerAverage> context) {
      List<Sale> sales = new ArrayList<>(last == null ? List.of() : last.sales());
      if (sales.size() == SALES) {
        sales.sort(Comparator.comparing(Sale::time));
        sales.remove(0);
      }
      sales.add(new Sale(winner.time(), winner.price()));
      double total = sales.stream().mapToLong(Sale::price).sum();
      context.emit(new SellerAverage(winner.seller(), Math.round(total / sales.size())));
      return new LastSales(sales);
    }
  }
}
