package io.tidemark.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.join.Version;
import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.pipeline.PipelineDraft;
import io.tidemark.core.sink.SinkWriter;
import io.tidemark.core.source.Source;
import io.tidemark.core.time.TimePolicy;
import io.tidemark.core.transform.Derived;
import io.tidemark.testkit.tester.PipelineTester;
import io.tidemark.testkit.tester.TestSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Elements looked up in a table whose rows change with time, in whole pipelines. */
class ReferenceTableTest {
  record Order(String currency, long amount, Instant at) {}

  record Rate(String currency, long rate) {}

  record Priced(String currency, long amount, @Nullable Long rate) {
    static Priced of(Order order, @Nullable Rate rate) {
      return new Priced(order.currency(), order.amount(), rate == null ? null : rate.rate());
    }
  }

  private static final Instant START = Instant.parse("2024-03-01T10:00:00Z");
  private static final long MOST_STEPS = 2_000_000;

  private static Instant at(long seconds) {
    return START.plusSeconds(seconds);
  }

  private static Order order(long amount, long seconds) {
    return new Order("EUR", amount, at(seconds));
  }

  private static Version<Rate> rate(long rate, long seconds) {
    return Version.of(at(seconds), new Rate("EUR", rate));
  }

  private static Version<Rate> gone(long seconds) {
    return Version.gone(at(seconds), new Rate("EUR", 0));
  }

  private static <R> SinkWriter<R> noWriter() {
    throw new AssertionError("the tester writes by itself");
  }

  private static void describe(
      PipelineDraft draft, Source<Order> orders, Source<Version<Rate>> rates) {
    var reference = draft.referenceTable("rates", rates).keyBy(version -> version.row().currency());
    draft
        .source("orders", orders)
        .time(TimePolicy.eventTime(Order::at).late(Duration.ofSeconds(2)))
        .keyBy(Order::currency)
        .lookUpOrNone(reference, "priced", Priced.class, Priced::of)
        .toWriter("rows", ReferenceTableTest::noWriter);
  }

  /** Both sources follow, from the start on. */
  private static final class Following {
    private final TestSource<Order> orders = TestSource.of(Order.class).following();
    private final TestSource<Version<Rate>> rates =
        TestSource.referenceTable(Rate.class).following();
    private final PipelineTester tester;

    Following() {
      Pipeline pipeline =
          Pipeline.named("priced", draft -> ReferenceTableTest.describe(draft, orders, rates));
      tester = PipelineTester.of(pipeline, START);
    }

    List<Priced> results() {
      return tester.results("rows", Priced.class);
    }

    List<Priced> after(long seconds) {
      for (long i = 0; i < seconds; i++) {
        tester.advanceClock(Duration.ofSeconds(1));
      }
      return results();
    }
  }

  private static Priced priced(long amount, @Nullable Long rate) {
    return new Priced("EUR", amount, rate);
  }

  @Test
  void aTableInWhichNothingIsNewHoldsNothingBack() {
    Following pipeline = new Following();
    pipeline.rates.put(rate(7, -86_400));
    assertThat(pipeline.after(10)).isEmpty();

    pipeline.orders.put(order(1, 10), order(2, 14));

    assertThat(pipeline.after(3)).containsExactly(priced(1, 7L));
    assertThat(pipeline.after(6)).containsExactly(priced(2, 7L));
  }

  @Test
  void aNewVersionCountsFromItsTimeOn() {
    Following pipeline = new Following();
    pipeline.rates.put(rate(7, -86_400));
    pipeline.after(10);
    pipeline.rates.put(rate(8, 12));
    pipeline.orders.put(order(1, 11), order(2, 12), order(3, 13));

    assertThat(pipeline.after(9)).containsExactly(priced(1, 7L), priced(2, 8L), priced(3, 8L));
  }

  @Test
  void aVersionFoundAfterItsTimeCountsFromWhenItIsFound() {
    Following pipeline = new Following();
    pipeline.rates.put(rate(7, -86_400));
    pipeline.orders.put(order(1, 1));
    assertThat(pipeline.after(10)).containsExactly(priced(1, 7L));

    pipeline.rates.put(rate(8, 2));
    pipeline.orders.put(order(2, 8), order(3, 12));

    assertThat(pipeline.after(9)).containsExactly(priced(2, 7L), priced(3, 8L));
  }

  @Test
  void oneThatIsGoneCountsNoMore() {
    Following pipeline = new Following();
    pipeline.rates.put(rate(7, -86_400), gone(5), rate(9, 9));
    pipeline.orders.put(order(1, 4), order(2, 5), order(3, 8), order(4, 9));

    assertThat(pipeline.after(16))
        .containsExactly(priced(1, 7L), priced(2, null), priced(3, null), priced(4, 9L));
  }

  private static Pipeline bounded(int keyGroups, int batchSize) {
    TestSource<Order> orders = TestSource.of(Order.class).partitions(2);
    TestSource<Version<Rate>> rates = TestSource.referenceTable(Rate.class);
    String[] currencies = {"EUR", "CHF", "SEK"};
    for (int i = 0; i < 40; i++) {
      orders.putInto(i % 2, new Order(currencies[i % 3], i, at(i / 2)));
    }
    for (int i = 0; i < 24; i++) {
      Rate rate = new Rate(currencies[i % 3], i);
      rates.put(new Version<>(Version.of(at(i), rate).effectiveMicros(), rate, i % 4 == 3));
    }
    orders.end();
    rates.end();
    return Pipeline.named(
        "priced",
        draft -> describe(draft.keyGroups(keyGroups).batchSize(batchSize), orders, rates));
  }

  private static List<Object> simulated(Pipeline pipeline, long seed, Faults faults) {
    Simulation simulation = new Simulation(pipeline, seed, faults, 1_500);
    simulation.run(MOST_STEPS);
    assertThat(simulation.isComplete()).as("complete: seed=%s", seed).isTrue();
    return simulation.rows("rows").stream().map(row -> ((Derived) row).value()).toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8})
  void rowsAreTheSameWhateverTheKeyGroupsTheBatchesAndTheFaults(int keyGroups) {
    List<Object> undisturbed = simulated(bounded(1, 40), 1, Faults.NONE);
    assertThat(undisturbed).hasSize(40).contains(new Priced("EUR", 39, 18L));
    for (long seed = 0; seed < 10; seed++) {
      assertThat(simulated(bounded(keyGroups, 1 + (int) (seed % 4)), seed, Faults.MANY))
          .as("seed=%s", seed)
          .isEqualTo(undisturbed);
    }
  }

  @Test
  void whenAVersionWasFoundIsADecisionThatSurvivesCrashes() {
    TestSource<Order> orders = TestSource.of(Order.class).following();
    TestSource<Version<Rate>> rates = TestSource.referenceTable(Rate.class).following();
    PipelineTester tester = PipelineTester.restarting(draft -> describe(draft, orders, rates));
    Instant now = tester.clock();
    rates.put(Version.of(now.minusSeconds(60), new Rate("EUR", 7)));
    orders.put(new Order("EUR", 1, now.plusSeconds(1)));
    for (int i = 0; i < 10; i++) {
      tester.advanceClock(Duration.ofSeconds(1));
    }
    rates.put(Version.of(now.plusSeconds(2), new Rate("EUR", 8)));
    orders.put(new Order("EUR", 2, now.plusSeconds(6)), new Order("EUR", 3, now.plusSeconds(30)));
    for (int i = 0; i < 30; i++) {
      tester.advanceClock(Duration.ofSeconds(1));
    }

    assertThat(tester.rows("rows", Priced.class))
        .containsExactly(priced(1, 7L), priced(2, 7L), priced(3, 8L));
  }
}
