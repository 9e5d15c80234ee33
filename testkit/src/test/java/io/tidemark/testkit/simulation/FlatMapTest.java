package io.tidemark.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.core.message.Pieces;
import io.tidemark.core.pipeline.ElementStage;
import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.pipeline.PipelineDraft;
import io.tidemark.core.pipeline.SinkSpec;
import io.tidemark.core.row.RecordCodec;
import io.tidemark.core.sink.SinkWriter;
import io.tidemark.core.source.Diagnostic;
import io.tidemark.core.source.Source;
import io.tidemark.core.time.TimePolicy;
import io.tidemark.core.transform.Derived;
import io.tidemark.core.transform.Transform;
import io.tidemark.core.window.Aggregates;
import io.tidemark.core.window.WindowResult;
import io.tidemark.core.window.Windows;
import io.tidemark.testkit.simulation.StatelessStepsTest.Word;
import io.tidemark.testkit.tester.PipelineTester;
import io.tidemark.testkit.tester.TestSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several things made of one element, in whole pipelines. */
class FlatMapTest {
  private static final Windows WINDOWS = Windows.tumbling(Duration.ofNanos(10_000));
  private static final long MOST_STEPS = 2_000_000;

  private static final List<Word> SOME =
      List.of(
          new Word("b a b", 1),
          new Word("", 2),
          new Word("c a", 4),
          new Word("d e f g h", 4),
          new Word("a", 12),
          new Word("b c", 13));

  /** What a transform tells of each word: how many words its key has had. */
  record Nth(String word, long nth) {}

  private static final Transform<String, String, Long, Nth> COUNTING =
      (before, word, context) -> {
        long nth = before == null ? 1 : before + 1;
        context.emit(new Nth(word, nth));
        return nth;
      };

  private static List<String> split(String text) {
    return text.isEmpty() ? List.of() : Arrays.asList(text.split(" ", -1));
  }

  private static ElementStage<String> texts(PipelineDraft draft) {
    Source<Word> source = new WordSource(SOME);
    return draft
        .source("texts", source)
        .codec(RecordCodec.of(Word.class))
        .time(TimePolicy.eventTimeMicros(Word::micros))
        .map(Word::text);
  }

  private static <R> SinkWriter<R> noWriter() {
    throw new AssertionError("the lockstep writes by itself");
  }

  private static List<Object> written(Pipeline pipeline, List<Object> rows) {
    SinkSpec.Feed from = pipeline.sinks().get(0).from();
    return rows.stream()
        .map(row -> from instanceof SinkSpec.Feed.OfElements feed ? feed.row(row) : row)
        .map(row -> row instanceof Derived derived ? derived.value() : row)
        .toList();
  }

  private static List<Object> rows(Consumer<PipelineDraft> described) {
    Pipeline pipeline = Pipeline.named("flat", described);
    Lockstep lockstep = new Lockstep(pipeline, 0);
    lockstep.settle();
    assertThat(lockstep.failures()).isEmpty();
    return written(pipeline, lockstep.rows("rows"));
  }

  private static String counted(Object row) {
    WindowResult<?> result = (WindowResult<?>) row;
    return result.endMicros() + " " + result.key() + " " + result.values().get(0);
  }

  @Test
  void whatIsMadeOfAnElementGoesToTheKeysOfItsOwn() {
    assertThat(
            rows(
                p ->
                    texts(p)
                        .flatMap(FlatMapTest::split)
                        .filter(word -> !word.equals("g"))
                        .keyBy(word -> word)
                        .window(WINDOWS)
                        .aggregate("counts", Aggregates.count())
                        .toWriter("rows", FlatMapTest::noWriter)))
        .extracting(FlatMapTest::counted)
        .containsExactly(
            "10 a 2", "10 b 2", "10 c 1", "10 d 1", "10 e 1", "10 f 1", "10 h 1", "20 a 1",
            "20 b 1", "20 c 1");
  }

  @Test
  void writtenItStandsWhereTheElementStoodInTheOrderItWasMade() {
    assertThat(
            rows(p -> texts(p).flatMap(FlatMapTest::split).toWriter("rows", FlatMapTest::noWriter)))
        .containsExactly("b", "a", "b", "c", "a", "d", "e", "f", "g", "h", "a", "b", "c");
  }

  @Test
  void oneAfterTheOtherTheyMakeMore() {
    assertThat(
            rows(
                p ->
                    texts(p)
                        .flatMap(FlatMapTest::split)
                        .filter(word -> word.compareTo("d") < 0)
                        .flatMap(word -> word.equals("a") ? List.of() : List.of(word, word + "!"))
                        .map(word -> "<" + word + ">")
                        .toWriter("rows", FlatMapTest::noWriter)))
        .containsExactly("<b>", "<b!>", "<b>", "<b!>", "<c>", "<c!>", "<b>", "<b!>", "<c>", "<c!>");
  }

  @Test
  void resultsOfAComputationAreTakenApartAsWell() {
    assertThat(
            rows(
                p ->
                    texts(p)
                        .keyBy(text -> text.length() % 2)
                        .window(WINDOWS)
                        .aggregate("counts", Aggregates.count())
                        .flatMap(result -> List.of(result.key() + "/", "n" + result.values()))
                        .keyBy(word -> word)
                        .transform("nth", COUNTING, Long.class, Nth.class)
                        .toWriter("rows", FlatMapTest::noWriter)))
        .containsExactly(
            new Nth("0/", 1),
            new Nth("1/", 1),
            new Nth("n[1]", 1),
            new Nth("n[3]", 1),
            new Nth("1/", 2),
            new Nth("n[2]", 1));
  }

  @Test
  void bothSidesOfAJoinMayComeOfOneFlatMap() {
    assertThat(
            rows(
                p -> {
                  ElementStage<String> words = texts(p).flatMap(FlatMapTest::split);
                  words
                      .filter("b"::equals)
                      .keyBy(word -> 1)
                      .join(words.filter("a"::equals).keyBy(word -> 1))
                      .within(Duration.ZERO, Duration.ofNanos(5_000))
                      .inner("pairs", Nth.class, (b, a) -> new Nth(b + a, 0))
                      .toWriter("rows", FlatMapTest::noWriter);
                }))
        .hasSize(4);
  }

  @Test
  void aJoinOfWhatIsMadeOfElementsWithTheseIsRefused() {
    assertThatThrownBy(
            () ->
                rows(
                    p -> {
                      ElementStage<String> texts = texts(p);
                      texts
                          .flatMap(FlatMapTest::split)
                          .keyBy(word -> 1)
                          .join(texts.keyBy(word -> 1))
                          .asOf("pairs", Nth.class, (word, text) -> new Nth(word + text, 0))
                          .toWriter("rows", FlatMapTest::noWriter);
                    }))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a flatMap is on one of them: stream=pairs, from=texts");
  }

  private static Iterable<Integer> endless(String text) {
    return () -> IntStream.iterate(0, i -> i + 1).iterator();
  }

  @Test
  void moreThanTheLimitEndsThePipeline() {
    assertThatThrownBy(
            () ->
                rows(
                    p ->
                        texts(p)
                            .flatMap(FlatMapTest::endless)
                            .keyBy(number -> number % 2)
                            .window(WINDOWS)
                            .aggregate("counts", Aggregates.count())
                            .toWriter("rows", FlatMapTest::noWriter)))
        .hasMessageContaining("too much is made of one element: expected=at most " + Pieces.MOST);
  }

  @Test
  void aKeyThatIsMissingMakesTheWholeElementBadInput() {
    TestSource<Word> source = TestSource.of(Word.class);
    PipelineTester tester =
        PipelineTester.of(
            p -> {
              var words = p.source("words", source).time(TimePolicy.eventTimeMicros(Word::micros));
              words.rejectedToWriter("rejected", FlatMapTest::noWriter);
              words
                  .flatMap(word -> split(word.text()))
                  .keyBy(word -> word.equals("-") ? missing() : word)
                  .transform("nth", COUNTING, Long.class, Nth.class)
                  .toWriter("rows", FlatMapTest::noWriter);
            });
    source.put(new Word("a - b", 1), new Word("a b", 2));
    tester.end();

    assertThat(tester.rows("rows", Nth.class)).containsExactly(new Nth("a", 1), new Nth("b", 1));
    assertThat(tester.rows("rejected", Diagnostic.class))
        .extracting(Diagnostic::rule)
        .containsExactly("null-key");
  }

  @SuppressWarnings("NullAway") // What a key should not be.
  private static String missing() {
    return (String) Map.of().get("");
  }

  /** Two partitions, whose elements make things for the same keys at the same times. */
  private static Pipeline ofTwoPartitions(int keyGroups, int batchSize, boolean substreams) {
    TestSource<Word> source = TestSource.of(Word.class).partitions(2);
    for (int i = 0; i < 24; i++) {
      source.putInto(i % 2, new Word((char) ('a' + i % 5) + " b " + (char) ('a' + i % 3), i / 4));
    }
    source.end();
    var times = TimePolicy.eventTimeMicros(Word::micros);
    return Pipeline.named(
        "ordered",
        p ->
            p.keyGroups(keyGroups)
                .batchSize(batchSize)
                .source("words", source)
                .time(substreams ? times.substreams(word -> word.text().charAt(0) + "") : times)
                .flatMap(word -> split(word.text()))
                .keyBy(word -> word)
                .transform("nth", COUNTING, Long.class, Nth.class)
                .flatMap(nth -> List.of(nth.word() + nth.nth(), nth.word() + "+"))
                .toWriter("rows", FlatMapTest::noWriter));
  }

  private static List<Object> simulated(Pipeline pipeline, long seed, Faults faults) {
    Simulation simulation = new Simulation(pipeline, seed, faults, 1_500);
    simulation.run(MOST_STEPS);
    assertThat(simulation.isComplete()).as("complete: seed=%s", seed).isTrue();
    return written(pipeline, simulation.rows("rows"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void rowsAreTheSameWhateverTheKeyGroupsTheBatchesAndTheFaults(boolean substreams) {
    List<Object> undisturbed = simulated(ofTwoPartitions(1, 24, substreams), 1, Faults.NONE);
    assertThat(undisturbed).hasSize(24 * 3 * 2).contains("b24", "b+");
    for (int keyGroups : new int[] {1, 2, 8}) {
      for (long seed = 0; seed < 10; seed++) {
        Pipeline other = ofTwoPartitions(keyGroups, 1 + (int) (seed % 4), substreams);
        assertThat(simulated(other, seed, Faults.MANY))
            .as("key groups=%s, seed=%s", keyGroups, seed)
            .isEqualTo(undisturbed);
      }
    }
  }

  @Test
  void thingsAreMadeAsTheyAreAskedFor() {
    List<Integer> made = new ArrayList<>();
    Pieces pieces =
        held ->
            () ->
                new Iterator<@Nullable Object>() {
                  @Override
                  public boolean hasNext() {
                    return true;
                  }

                  @Override
                  public Object next() {
                    made.add(made.size());
                    return made.size();
                  }
                };

    Iterator<?> first = pieces.then(List::of).pieces("all").iterator();

    assertThat(List.of(first.next(), first.next())).hasSize(2);
    assertThat(made).containsExactly(0, 1);
  }
}
