package io.tidemark.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.core.pipeline.KeyableStage;
import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.pipeline.PipelineDraft;
import io.tidemark.core.sink.Sink;
import io.tidemark.core.sink.SinkWriter;
import io.tidemark.core.time.SourceTime;
import io.tidemark.core.time.TimePolicy;
import io.tidemark.core.transform.Derived;
import io.tidemark.core.transform.Transform;
import io.tidemark.core.transform.Transformation;
import io.tidemark.testkit.simulation.StatelessStepsTest.Word;
import io.tidemark.testkit.tester.PipelineTester;
import io.tidemark.testkit.tester.TestSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Transforms that take elements as they come, in whole pipelines. */
class ArrivalOrderStagesTest {
  private static final long MOST_STEPS = 2_000_000;

  /** The words of a key so far, in the order in which they were taken. */
  record Taken(String key, String words) {}

  private static final Transform<String, Word, String, Taken> TAKING =
      (before, word, context) -> {
        String words = before == null ? word.text() : before + " " + word.text();
        context.emit(new Taken(context.key(), words));
        return words;
      };

  private static <R> SinkWriter<R> noWriter() {
    throw new AssertionError("the tester writes by itself");
  }

  private static void take(KeyableStage<Word> words, Sink.Order order) {
    words
        .keyBy(word -> word.text().substring(0, 1))
        .transform("taken", Transformation.of(TAKING, String.class, Taken.class).arrivalOrder())
        .order(order)
        .toWriter("rows", ArrivalOrderStagesTest::noWriter);
  }

  private static SourceTime<Word> times() {
    return TimePolicy.eventTimeMicros(Word::micros)
        .outOfOrder(Duration.ofSeconds(1))
        .lateUnbounded();
  }

  @Test
  void resultsComeWithoutProgress() {
    TestSource<Word> source = TestSource.of(Word.class).following();
    PipelineTester tester =
        PipelineTester.of(p -> take(p.source("words", source).time(times()), Sink.Order.KEY));

    source.put(new Word("a2", 20), new Word("a1", 10));
    assertThat(tester.results("rows", Taken.class))
        .as("rows of one commit stand by time")
        .containsExactly(new Taken("a", "a2 a1"), new Taken("a", "a2"));
    source.put(new Word("a0", 0));
    assertThat(tester.results("rows", Taken.class)).containsExactly(new Taken("a", "a2 a1 a0"));
  }

  @Test
  void severalInputsAreRefused() {
    assertThatThrownBy(
            () ->
                Pipeline.named(
                    "united",
                    p ->
                        take(
                            p.union(
                                p.source("one", TestSource.of(Word.class)).time(times()),
                                p.source("two", TestSource.of(Word.class)).time(times())),
                            Sink.Order.TIME)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("come in no order: stream=taken, from=[one, two]");
  }

  /** Each key is of one partition, unless they share them. */
  private static void words(PipelineDraft draft, boolean shared, boolean substreams) {
    TestSource<Word> source = TestSource.of(Word.class).partitions(2);
    for (int i = 0; i < 48; i++) {
      int key = i % 4;
      String text = (char) ('a' + key) + "" + i;
      source.putInto((shared ? i / 4 : key) % 2, new Word(text, 100 + i - i * 7 % 11));
    }
    source.end();
    SourceTime<Word> times =
        TimePolicy.eventTimeMicros(Word::micros).outOfOrder(Duration.ofNanos(12_000));
    take(
        draft
            .source("words", source)
            .time(substreams ? times.substreams(word -> word.text().substring(0, 1)) : times),
        Sink.Order.TIME);
  }

  private static Pipeline pipeline(int groups, int batch, boolean shared, boolean substreams) {
    return Pipeline.named(
        "taken", p -> words(p.keyGroups(groups).batchSize(batch), shared, substreams));
  }

  private static List<Taken> simulated(Pipeline pipeline, long seed, Faults faults) {
    Simulation simulation = new Simulation(pipeline, seed, faults, 1_500);
    simulation.run(MOST_STEPS);
    assertThat(simulation.isComplete()).as("complete: seed=%s", seed).isTrue();
    List<Taken> rows = new ArrayList<>();
    simulation.rows("rows").forEach(row -> rows.add((Taken) ((Derived) row).value()));
    return rows;
  }

  @ParameterizedTest
  @CsvSource({"1,false", "2,false", "8,false", "1,true", "2,true", "8,true"})
  void rowsAreTheSameWhereEachKeyIsOfOnePartition(int groups, boolean substreams) {
    List<Taken> undisturbed = simulated(pipeline(1, 24, false, substreams), 1, Faults.NONE);
    assertThat(undisturbed).hasSize(48);
    assertThat(undisturbed).extracting(Taken::words).contains("a0 a4 a8 a12");
    for (long seed = 0; seed < 10; seed++) {
      Pipeline other = pipeline(groups, 1 + (int) (seed % 4), false, substreams);
      assertThat(simulated(other, seed, Faults.MANY)).as("seed=%s", seed).isEqualTo(undisturbed);
    }
  }

  @Test
  void eachElementOfAKeyIsTakenOnceWhateverPartitionsItIsOf() {
    for (long seed = 0; seed < 20; seed++) {
      Map<String, String> longest = new HashMap<>();
      for (Taken row : simulated(pipeline(2, 3, true, false), seed, Faults.MANY)) {
        longest.merge(row.key(), row.words(), (a, b) -> a.length() > b.length() ? a : b);
      }
      assertThat(longest).as("seed=%s", seed).hasSize(4);
      longest.forEach(
          (key, words) -> assertThat(words.split(" ", -1)).hasSize(12).doesNotHaveDuplicates());
    }
  }
}
