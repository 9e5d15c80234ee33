package io.tidemark.benchmarks.nexmark;

import io.tidemark.core.pipeline.KeyableStage;
import io.tidemark.core.sink.Destination;
import io.tidemark.core.window.Windows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Joins of persons with the auctions they open, whichever comes first. */
final class Sellers {
  private static final Set<String> STATES = Set.of("OR", "ID", "CA");
  private static final long CATEGORY = 10;
  private static final Duration WINDOW = Duration.ofSeconds(10);

  private Sellers() {}

  /** Query 3: who sells in some states. */
  record LocalAuction(String name, String city, String state, long auction) {
    static LocalAuction of(Auction auction, Person seller) {
      return new LocalAuction(seller.name(), seller.city(), seller.state(), auction.id());
    }
  }

  /** Query 8: an auction of somebody who registered in the same window. */
  record NewSeller(long id, String name, long reserve) {}

  static void local(Streams streams, Destination out) {
    KeyableStage<Event> events = streams.events();
    Streams.only(Auction.class, events)
        .filter(auction -> auction.category() == CATEGORY)
        .keyBy(Auction::seller)
        .join(
            Streams.only(Person.class, events)
                .filter(person -> STATES.contains(person.state()))
                .keyBy(Person::id))
        .unbounded("local", LocalAuction.class, LocalAuction::of)
        .to(out);
  }

  static void newcomers(Streams streams, Destination out) {
    KeyableStage<Event> events = streams.events();
    Streams.only(Person.class, events)
        .keyBy(Person::id)
        .join(Streams.only(Auction.class, events).keyBy(Auction::seller))
        .coGroup(
            "newcomers",
            Windows.tumbling(WINDOW),
            NewSeller.class,
            (seller, window, persons, auctions) -> pairs(persons, auctions))
        .to(out);
  }

  private static List<NewSeller> pairs(List<Person> persons, List<Auction> auctions) {
    List<NewSeller> pairs = new ArrayList<>();
    for (Person person : persons) {
      for (Auction auction : auctions) {
        pairs.add(new NewSeller(person.id(), person.name(), auction.reserve()));
      }
    }
    return pairs;
  }
}
