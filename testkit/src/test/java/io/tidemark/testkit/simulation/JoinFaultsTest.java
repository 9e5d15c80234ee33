package io.tidemark.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.pipeline.JoinStage;
import io.tidemark.core.pipeline.KeyedStage;
import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.pipeline.PipelineDraft;
import io.tidemark.core.pipeline.TransformedStage;
import io.tidemark.core.row.RecordCodec;
import io.tidemark.core.sink.SinkWriter;
import io.tidemark.core.source.Source;
import io.tidemark.core.time.TimePolicy;
import io.tidemark.core.transform.Derived;
import io.tidemark.core.window.Windows;
import io.tidemark.testkit.simulation.JoinStagesTest.Pair;
import io.tidemark.testkit.simulation.StatelessStepsTest.Word;
import io.tidemark.testkit.tester.PipelineTester;
import io.tidemark.testkit.tester.TestSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Joins of keys with many elements, whose states are written by what came and went. */
class JoinFaultsTest {
  private static final int WORDS = 60;
  private static final int SEEDS = 6;
  private static final long MOST_STEPS = 2_000_000;
  private static final long CALM_AFTER = 1_500;

  /** What is made of two sides. */
  private interface Joining
      extends Function<JoinStage<String, String, String>, TransformedStage<Pair>> {}

  private static Duration micros(long micros) {
    return Duration.ofNanos(micros * 1_000);
  }

  static Stream<Arguments> joins() {
    return Stream.of(
        join(
            "inner", sides -> sides.within(micros(-9), micros(9)).inner("p", Pair.class, Pair::of)),
        join("full", sides -> sides.within(micros(-1), micros(3)).full("p", Pair.class, Pair::of)),
        join("unbounded", sides -> sides.unbounded("p", Pair.class, Pair::of)),
        join("as-of", sides -> sides.asOfOrNone("p", Pair.class, Pair::of)),
        join(
            "co-group",
            sides ->
                sides.coGroup(
                    "p",
                    Windows.hopping(micros(20), micros(5)),
                    Pair.class,
                    (key, window, lefts, rights) ->
                        List.of(new Pair(key + lefts, window.endMicros() + "" + rights)))));
  }

  private static Arguments join(String name, Joining joining) {
    return Arguments.of(name, joining);
  }

  private static List<Word> words(String side) {
    List<Word> words = new ArrayList<>();
    for (int i = 0; i < WORDS; i++) {
      long micros = side.equals("l") ? i * 2L : i * 3L;
      words.add(new Word("ab".charAt(i / 3 % 2) + side + i, micros));
    }
    return words;
  }

  private static KeyedStage<String, String> side(
      PipelineDraft draft, String name, Source<Word> source) {
    return draft
        .source(name, source)
        .codec(RecordCodec.of(Word.class))
        .time(TimePolicy.eventTimeMicros(Word::micros))
        .map(Word::text)
        .keyBy(word -> word.substring(0, 1));
  }

  private static TransformedStage<Pair> joined(
      PipelineDraft draft, Source<Word> lefts, Source<Word> rights, Joining joining) {
    return joining.apply(side(draft, "lefts", lefts).join(side(draft, "rights", rights)));
  }

  private static <R> SinkWriter<R> noWriter() {
    throw new AssertionError("the simulation writes by itself");
  }

  private static List<Object> rows(Joining joining, int keyGroups, long seed, Faults faults) {
    Pipeline described =
        Pipeline.named(
            "joined",
            p ->
                joined(p, new WordSource(words("l")), new WordSource(words("r")), joining)
                    .toWriter("rows", JoinFaultsTest::noWriter));
    Pipeline pipeline =
        new Pipeline(
            described.name(),
            described.sources(),
            described.streams(),
            described.sinks(),
            keyGroups,
            described.limits().withBatchSize(1 + (int) (seed % 4)));
    Simulation simulation = new Simulation(pipeline, seed, faults, CALM_AFTER);
    simulation.run(MOST_STEPS);
    assertThat(simulation.isComplete()).as("complete: seed=%s", seed).isTrue();
    return simulation.rows("rows");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("joins")
  void giveTheSameWhateverFails(String name, Joining joining) {
    List<Object> undisturbed = rows(joining, 1, 1, Faults.NONE);
    assertThat(undisturbed).hasSizeGreaterThan(20);
    for (int keyGroups : new int[] {1, 2, 8}) {
      for (long seed = 0; seed < SEEDS; seed++) {
        assertThat(rows(joining, keyGroups, seed, Faults.MANY))
            .as("key groups=%s, seed=%s", keyGroups, seed)
            .isEqualTo(undisturbed);
      }
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("joins")
  void goOnAfterACrashAtEachElement(String name, Joining joining) {
    TestSource<Word> lefts = TestSource.of(Word.class);
    TestSource<Word> rights = TestSource.of(Word.class);
    PipelineTester tester =
        PipelineTester.restarting(
            p -> joined(p, lefts, rights, joining).toWriter("rows", JoinFaultsTest::noWriter));
    List<Word> left = words("l");
    List<Word> right = words("r");
    for (int i = 0; i < WORDS; i++) {
      lefts.put(left.get(i));
      tester.run();
      rights.put(right.get(i));
      tester.run();
    }
    tester.end();

    List<Object> undisturbed = rows(joining, 1, 1, Faults.NONE);
    assertThat(tester.rows("rows", Pair.class))
        .isEqualTo(undisturbed.stream().map(row -> ((Derived) row).value()).toList());
  }
}
