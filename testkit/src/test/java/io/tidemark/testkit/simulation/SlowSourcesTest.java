package io.tidemark.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.core.entity.WaitingPolicy;
import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.sink.SinkWriter;
import io.tidemark.core.time.TimePolicy;
import io.tidemark.core.transform.Derived;
import io.tidemark.core.transform.Transform;
import io.tidemark.core.transform.Transformation;
import io.tidemark.testkit.simulation.StatelessStepsTest.Word;
import io.tidemark.testkit.tester.PipelineTester;
import io.tidemark.testkit.tester.TestSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two sources that meet, of which one is far ahead of the other. */
class SlowSourcesTest {
  private static final int FAST = 2_000;
  private static final int MOST_WAITING = 400;
  private static final int AHEAD = 150;
  private static final int BATCH = 10;
  private static final long MOST_STEPS = 2_000_000;

  /** What was taken, and as the how-manieth of its key. */
  record Nth(String text, long nth) {}

  private static final Transform<Integer, Word, Long, Nth> COUNTING =
      (before, word, context) -> {
        long nth = before == null ? 1 : before + 1;
        context.emit(new Nth(word.text(), nth));
        return nth;
      };

  private final TestSource<Word> fast = TestSource.of(Word.class);
  private final TestSource<Word> slow = TestSource.of(Word.class);

  private static <R> SinkWriter<R> noWriter() {
    throw new AssertionError("the tester writes by itself");
  }

  private Pipeline pipeline(WaitingPolicy policy) {
    Pipeline pipeline =
        Pipeline.named(
            "met",
            p ->
                p.waiting(policy)
                    .union(
                        p.source("fast", fast).time(TimePolicy.eventTimeMicros(Word::micros)),
                        p.source("slow", slow).time(TimePolicy.eventTimeMicros(Word::micros)))
                    .keyBy(word -> word.text().length() % 2)
                    .transform(
                        "counted",
                        Transformation.of(COUNTING, Long.class, Nth.class)
                            .mostWaiting(MOST_WAITING))
                    .toWriter("rows", SlowSourcesTest::noWriter));
    return new Pipeline(
        pipeline.name(),
        pipeline.sources(),
        pipeline.streams(),
        pipeline.sinks(),
        2,
        pipeline
            .limits()
            .withBatchSize(BATCH)
            .with(bounds -> bounds.aheadElements(AHEAD).inFlightElements(AHEAD / 2)));
  }

  private void fill() {
    for (int i = 0; i < FAST; i++) {
      fast.put(new Word("f" + i, i));
    }
    slow.put(new Word("s", 0));
  }

  private static void pass(PipelineTester tester, int seconds) {
    for (int i = 0; i < seconds; i++) {
      tester.advanceClock(Duration.ofSeconds(1));
    }
  }

  @Test
  void aSourceFarAheadEndsTheRunWhereNothingIsSaid() {
    fill();
    PipelineTester tester = PipelineTester.of(pipeline(WaitingPolicy.REFUSE), Instant.EPOCH);

    assertThatThrownBy(() -> pass(tester, 300))
        .hasMessageContaining("too many elements wait for progress: stream=counted")
        .hasMessageContaining("waiting = slow");
  }

  @Test
  void aSourceFarAheadWaitsForTheSlowestAndThenGoesOn() {
    fill();
    PipelineTester tester = PipelineTester.of(pipeline(WaitingPolicy.SLOW), Instant.EPOCH);
    pass(tester, 300);
    assertThat(tester.rows("rows", Nth.class)).isEmpty();

    for (int i = 1; i < FAST; i += 20) {
      slow.put(new Word("s" + i, i));
    }
    tester.end();

    assertThat(tester.rows("rows", Nth.class)).hasSize(FAST + 1 + FAST / 20);
  }

  private List<Object> simulated(WaitingPolicy policy, long seed, Faults faults) {
    Simulation simulation = new Simulation(pipeline(policy), seed, faults, 1_500);
    simulation.run(MOST_STEPS);
    assertThat(simulation.isComplete()).as("complete: seed=%s", seed).isTrue();
    List<Object> rows = new ArrayList<>();
    simulation.rows("rows").forEach(row -> rows.add(((Derived) row).value()));
    return rows;
  }

  @Test
  void rowsAreTheSameWhetherSourcesWaitOrNotAndNothingStandsStill() {
    for (int i = 0; i < 300; i++) {
      fast.put(new Word("f" + i, i));
      slow.put(new Word("s" + i, i / 3));
    }
    fast.end();
    slow.end();
    List<Object> undisturbed = simulated(WaitingPolicy.REFUSE, 1, Faults.NONE);
    assertThat(undisturbed).hasSize(600);
    for (long seed = 0; seed < 12; seed++) {
      assertThat(simulated(WaitingPolicy.SLOW, seed, Faults.MANY))
          .as("seed=%s", seed)
          .isEqualTo(undisturbed);
    }
  }
}
