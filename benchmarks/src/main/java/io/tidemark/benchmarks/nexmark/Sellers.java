package io.tidemark.benchmarks.nexmark;

import io.tidemark.core.sink.Destination;
import io.tidemark.core.transform.Timer;
import io.tidemark.core.transform.Transform;
import io.tidemark.core.transform.TransformContext;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Joins of persons with the auctions they open, whichever comes first. */
final class Sellers {
  private static final Set<String> STATES = Set.of("OR", "ID", "CA");
  private static final long CATEGORY = 10;
  private static final Duration WINDOW = Duration.ofSeconds(10);

  private Sellers() {}

  /**
   * What is known of a seller.
   *
   * @param auctions those that wait for the seller
   */
  record Known(@Nullable Person seller, List<Auction> auctions) {}

  /** Query 3: who sells in some states. */
  record LocalAuction(String name, String city, String state, long auction) {}

  /** Query 8: an auction of somebody who registered in the same window. */
  record NewSeller(long id, String name, long reserve) {}

  /** A seller in one window. */
  record InWindow(long seller, Instant start) {}

  static void local(Streams streams, Destination out) {
    streams
        .events()
        .filter(Sellers::isLocal)
        .keyBy(Sellers::seller)
        .transform("local", new Local(), Known.class, LocalAuction.class)
        .to(out);
  }

  static void newcomers(Streams streams, Destination out) {
    streams
        .events()
        .filter(event -> !(event instanceof Bid))
        .keyBy(
            InWindow.class,
            event -> new InWindow(seller(event), Aligned.start(WINDOW, event.time())))
        .transform("newcomers", new Newcomers(), Known.class, NewSeller.class)
        .to(out);
  }

  private static boolean isLocal(Event event) {
    return event instanceof Person person
        ? STATES.contains(person.state())
        : event instanceof Auction auction && auction.category() == CATEGORY;
  }

  private static long seller(Event event) {
    return event instanceof Auction auction ? auction.seller() : ((Person) event).id();
  }

  /** Gives each pair when its second half comes. */
  private abstract static class Pairs<K, O> implements Transform<K, Event, Known, O> {
    abstract O pair(Person seller, Auction auction);

    @Override
    public @Nullable Known onElement(
        @Nullable Known known, Event event, TransformContext<K, O> context) {
      Person seller = known == null ? null : known.seller();
      List<Auction> waiting = known == null ? List.of() : known.auctions();
      if (event instanceof Person person) {
        waiting.forEach(auction -> context.emit(pair(person, auction)));
        return new Known(person, List.of());
      }
      Auction auction = (Auction) event;
      if (seller != null) {
        context.emit(pair(seller, auction));
        return known;
      }
      List<Auction> more = new ArrayList<>(waiting);
      more.add(auction);
      return new Known(null, more);
    }
  }

  private static final class Local extends Pairs<Long, LocalAuction> {
    @Override
    LocalAuction pair(Person seller, Auction auction) {
      return new LocalAuction(seller.name(), seller.city(), seller.state(), auction.id());
    }
  }

  /** Forgets the seller where the window ends. */
  private static final class Newcomers extends Pairs<InWindow, NewSeller> {
    @Override
    NewSeller pair(Person seller, Auction auction) {
      return new NewSeller(seller.id(), seller.name(), auction.reserve());
    }

    @Override
    public @Nullable Known onElement(
        @Nullable Known known, Event event, TransformContext<InWindow, NewSeller> context) {
      Instant end = context.key().start().plus(WINDOW);
      context.setTimer("end", end, end);
      return super.onElement(known, event, context);
    }

    @Override
    public @Nullable Known onTimer(
        @Nullable Known known, Timer end, TransformContext<InWindow, NewSeller> context) {
      return null;
    }
  }
}
