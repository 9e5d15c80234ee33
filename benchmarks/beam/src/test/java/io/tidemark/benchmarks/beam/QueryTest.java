package io.tidemark.benchmarks.beam;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.benchmarks.beam.Runs.Shape;
import io.tidemark.benchmarks.nexmark.Auction;
import io.tidemark.benchmarks.nexmark.Bid;
import io.tidemark.benchmarks.nexmark.Event;
import io.tidemark.benchmarks.nexmark.Person;
import io.tidemark.benchmarks.nexmark.Query;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.beam.sdk.nexmark.NexmarkConfiguration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each query over Beam's events: against Beam's model of it where there is one, against a plain
 * computation, and against itself in other shapes.
 */
class QueryTest {
  private static final int EVENTS = 100_000;
  private static final int GROUP = 1_000;
  private static final Duration IN_ORDER = Duration.ZERO;

  /** Groups of a thousand events, 10 ms apart, are mixed. */
  private static final Duration MIXED = Duration.ofSeconds(10);

  private static final Shape PLAIN = new Shape(8, 0);

  private static final NexmarkConfiguration CONFIGURATION = BeamEvents.configuration(EVENTS, 1);
  private static final List<Event> ORDERED = BeamEvents.of(CONFIGURATION);
  private static final List<Event> UNORDERED =
      BeamEvents.of(BeamEvents.configuration(EVENTS, GROUP));

  /** As many groups as fit, so both are the same events. */
  private static final List<Event> FEW = ORDERED.subList(0, 20 * GROUP);

  private static final List<Event> FEW_UNORDERED = UNORDERED.subList(0, 20 * GROUP);

  private static final long LATE_AUCTION = 2096;
  private static final long LATE_SELLER = 1291;
  private static final Plain EXPECTED = new Plain(ORDERED);
  private static final Runs RUNS = new Runs();
  private static final Map<Query, List<List<?>>> RESULTS = new EnumMap<>(Query.class);

  /** Beam takes a quarter of a minute for the winning bids, so it begins at once. */
  private static final CompletableFuture<BeamModels> MODELS =
      CompletableFuture.supplyAsync(() -> new BeamModels(CONFIGURATION));

  @AfterAll
  static void end() throws Exception {
    RUNS.end();
  }

  private static List<List<?>> results(Query query) throws Exception {
    List<List<?>> known = RESULTS.get(query);
    if (known == null) {
      known = RUNS.rows(query, List.of(ORDERED), IN_ORDER, PLAIN);
      RESULTS.put(query, known);
    }
    return known;
  }

  private static List<String> bag(Stream<? extends List<?>> rows) {
    return rows.map(List::toString).sorted().toList();
  }

  /** The last row of each value in the column. */
  private static Stream<List<?>> last(List<List<?>> rows, int column) {
    Map<Object, List<?>> last = new LinkedHashMap<>();
    rows.forEach(row -> last.put(row.get(column), row));
    return last.values().stream();
  }

  @ParameterizedTest
  @EnumSource
  void givesWhatAPlainComputationGives(Query query) throws Exception {
    assertThat(bag(results(query).stream())).isEqualTo(bag(EXPECTED.rows(query)));
  }

  /** As {@code docs/nexmark.md} has them. */
  @ParameterizedTest
  @CsvSource({
    "Q0, 100000",
    "Q1, 92000",
    "Q2, 351",
    "Q3, 580",
    "Q4, 897",
    "Q5, 237",
    "Q6, 3081",
    "Q7, 100",
    "Q8, 992",
    "Q9, 3081",
    "Q11, 15523",
    "Q13, 92000",
    "Q14, 26069",
    "Q15, 1",
    "Q16, 4",
    "Q17, 4657",
    "Q18, 25248",
    "Q19, 35135",
    "Q20, 14419",
    "COUNTS, 9537",
    "HOPPING_COUNTS, 47280"
  })
  void givesAsManyRowsAsDocumented(Query query, int rows) throws Exception {
    assertThat(results(query)).hasSize(rows);
  }

  @ParameterizedTest
  @EnumSource
  void givesTheSameOfEventsOutOfOrder(Query query) throws Exception {
    assertThat(RUNS.rows(query, List.of(UNORDERED), MIXED, PLAIN)).isEqualTo(results(query));
  }

  @ParameterizedTest
  @EnumSource
  void givesTheSameInEveryShape(Query query) throws Exception {
    List<List<?>> expected = RUNS.rows(query, List.of(FEW), IN_ORDER, PLAIN);

    assertThat(RUNS.rows(query, List.of(FEW), IN_ORDER, new Shape(1, 1_000))).isEqualTo(expected);
    assertThat(RUNS.rows(query, dealt(FEW), IN_ORDER, new Shape(2, 333))).isEqualTo(expected);
    assertThat(RUNS.rows(query, dealt(FEW_UNORDERED), MIXED, new Shape(1, 0))).isEqualTo(expected);
    assertThat(RUNS.rows(query, byKind(FEW_UNORDERED), MIXED, new Shape(8, 64)))
        .isEqualTo(expected);
  }

  /** Two partitions that take turns. */
  private static List<List<Event>> dealt(List<Event> events) {
    List<List<Event>> partitions = List.of(new ArrayList<>(), new ArrayList<>());
    for (Event event : events) {
      partitions.get(partitions.get(0).size() > partitions.get(1).size() ? 1 : 0).add(event);
    }
    return partitions;
  }

  /** Three partitions: persons, auctions, bids. */
  private static List<List<Event>> byKind(List<Event> events) {
    List<List<Event>> partitions = new ArrayList<>();
    for (Class<? extends Event> kind : List.of(Person.class, Auction.class, Bid.class)) {
      partitions.add(events.stream().filter(kind::isInstance).toList());
    }
    return partitions;
  }

  @ParameterizedTest
  @EnumSource(names = {"Q0", "Q1", "Q2", "Q3", "Q4", "Q5", "Q6", "Q7", "Q8", "Q9", "Q13"})
  void givesWhatBeamsModelGives(Query query) throws Exception {
    List<List<?>> model = MODELS.get().rows(query);
    Predicate<List<?>> judged = row -> !isOfTheLateBid(query, row);

    assertThat(bag(comparable(query, results(query)).filter(judged)))
        .isEqualTo(bag(model.stream().filter(judged)));
  }

  /** The rows as Beam's models have them. */
  private static Stream<? extends List<?>> comparable(Query query, List<List<?>> rows) {
    return switch (query) {
      case Q4 -> last(rows, 2).map(row -> Plain.cells(row.get(2), Math.round((double) row.get(3))));
      case Q5 -> rows.stream().map(row -> row.subList(1, 3));
      case Q6 -> last(rows, 0);
      default -> rows.stream();
    };
  }

  /**
   * Beam's model of winning bids takes a bid that comes 6 ms after its auction expired, because
   * nothing else happened in between. Beam's own query does not, and neither does ours.
   */
  private static boolean isOfTheLateBid(Query query, List<?> row) {
    return switch (query) {
      case Q6 -> row.get(0).equals(LATE_SELLER);
      case Q9 -> row.get(0).equals(LATE_AUCTION);
      default -> false;
    };
  }

  @Test
  void differsFromBeamsModelByOneBidThatCameTooLate() throws Exception {
    assertThat(MODELS.get().rows(Query.Q9))
        .filteredOn(row -> !((Instant) row.get(7)).isBefore((Instant) row.get(4)))
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.get(0)).isEqualTo(LATE_AUCTION);
              assertThat(row.get(1)).isEqualTo(LATE_SELLER);
            });
  }

  @Test
  void generatesTheSameEventsInOrderAndOutOfOrder() {
    assertThat(UNORDERED.stream().sorted(Comparator.comparing(Event::time)).toList())
        .isEqualTo(ORDERED);
  }
}
