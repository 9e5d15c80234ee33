package io.tidemark.benchmarks.beam;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.benchmarks.beam.Runs.Shape;
import io.tidemark.benchmarks.nexmark.Event;
import io.tidemark.benchmarks.nexmark.Query;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.beam.sdk.nexmark.NexmarkConfiguration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
  private static final Plain EXPECTED = new Plain(ORDERED);
  private static final Runs RUNS = new Runs();
  private static final Map<Query, List<List<?>>> RESULTS = new EnumMap<>(Query.class);

  /** Beam's models of winning bids take a quarter of a minute each, so all begin at once. */
  private static final Map<Query, CompletableFuture<List<List<?>>>> MODELS =
      new EnumMap<>(Query.class);

  static {
    for (Query slow : List.of(Query.Q9, Query.Q6, Query.Q4)) {
      MODELS.put(slow, CompletableFuture.supplyAsync(() -> BeamModels.rows(slow, CONFIGURATION)));
    }
  }

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

  @ParameterizedTest
  @EnumSource
  void givesTheSameOfEventsOutOfOrder(Query query) throws Exception {
    assertThat(RUNS.rows(query, List.of(UNORDERED), MIXED, PLAIN)).isEqualTo(results(query));
  }

  @ParameterizedTest
  @EnumSource(names = {"Q0", "Q1", "Q2", "Q3", "Q4", "Q5", "Q6", "Q7", "Q8", "Q9", "Q13"})
  void givesWhatBeamsModelGives(Query query) throws Exception {
    List<List<?>> model =
        MODELS.containsKey(query) ? MODELS.get(query).get() : BeamModels.rows(query, CONFIGURATION);

    assertThat(bag(comparable(query, results(query)))).isEqualTo(bag(model.stream()));
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

  @Test
  void generatesTheSameEventsInOrderAndOutOfOrder() {
    assertThat(UNORDERED.stream().sorted(Comparator.comparing(Event::time)).toList())
        .isEqualTo(ORDERED);
  }
}
