package io.tidemark.benchmarks.beam;

import io.tidemark.benchmarks.nexmark.Auction;
import io.tidemark.benchmarks.nexmark.Bid;
import io.tidemark.benchmarks.nexmark.Event;
import io.tidemark.benchmarks.nexmark.Person;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.beam.sdk.nexmark.NexmarkConfiguration;
import org.apache.beam.sdk.nexmark.NexmarkUtils;
import org.apache.beam.sdk.values.TimestampedValue;

/** The events of Beam's seeded generator as ours. The same configuration gives the same events. */
public final class BeamEvents {
  private static final int GENERATORS = 100;

  private BeamEvents() {}

  /**
   * Beam's defaults at 100 events a second of event time.
   *
   * @param group events of a group of this size come in another order than that of their times; 1
   *     for events in order
   */
  public static NexmarkConfiguration configuration(int events, int group) {
    NexmarkConfiguration configuration = NexmarkConfiguration.DEFAULT.copy();
    configuration.numEvents = events;
    // Each generates its share of 10 000 events a second, and there is one.
    configuration.numEventGenerators = GENERATORS;
    configuration.outOfOrderGroupSize = group;
    return configuration;
  }

  /** The events, in the order in which the generator gives them. */
  public static List<Event> of(NexmarkConfiguration configuration) {
    List<Event> events = new ArrayList<>();
    Iterator<TimestampedValue<org.apache.beam.sdk.nexmark.model.Event>> generated =
        NexmarkUtils.standardEventIterator(configuration);
    while (generated.hasNext()) {
      events.add(converted(generated.next()));
    }
    return events;
  }

  private static Event converted(
      TimestampedValue<org.apache.beam.sdk.nexmark.model.Event> generated) {
    Event event = event(generated.getValue());
    if (!event.time().equals(instant(generated.getTimestamp()))) {
      throw new IllegalStateException("an event carries another time than its own: " + generated);
    }
    return event;
  }

  static Event event(org.apache.beam.sdk.nexmark.model.Event event) {
    if (event.newPerson != null) {
      return person(event.newPerson);
    }
    return event.newAuction != null ? auction(event.newAuction) : bid(event.bid);
  }

  private static Person person(org.apache.beam.sdk.nexmark.model.Person person) {
    return new Person(
        person.id,
        person.name,
        person.emailAddress,
        person.creditCard,
        person.city,
        person.state,
        instant(person.dateTime),
        person.extra);
  }

  static Auction auction(org.apache.beam.sdk.nexmark.model.Auction auction) {
    return new Auction(
        auction.id,
        auction.itemName,
        auction.description,
        auction.initialBid,
        auction.reserve,
        instant(auction.dateTime),
        instant(auction.expires),
        auction.seller,
        auction.category,
        auction.extra);
  }

  static Bid bid(org.apache.beam.sdk.nexmark.model.Bid bid) {
    return new Bid(bid.auction, bid.bidder, bid.price, instant(bid.dateTime), bid.extra);
  }

  static Instant instant(org.joda.time.Instant time) {
    return Instant.ofEpochMilli(time.getMillis());
  }
}
