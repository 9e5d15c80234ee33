package io.tidemark.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.core.key.Key;
import io.tidemark.core.pipeline.ElementStage;
import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.pipeline.PipelineDraft;
import io.tidemark.core.pipeline.Plan;
import io.tidemark.core.pipeline.SinkSpec;
import io.tidemark.core.row.RecordCodec;
import io.tidemark.core.sink.SinkWriter;
import io.tidemark.core.source.Source;
import io.tidemark.core.time.TimePolicy;
import io.tidemark.core.transform.Derived;
import io.tidemark.core.transform.OnFailure;
import io.tidemark.core.transform.SideOutput;
import io.tidemark.core.transform.Transform;
import io.tidemark.core.transform.Transformation;
import io.tidemark.core.window.Aggregates;
import io.tidemark.core.window.WindowResult;
import io.tidemark.core.window.Windows;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Map, filter and union, in whole pipelines. */
class StatelessStepsTest {
  /** An element of these tests: text at a time. */
  record Word(String text, long micros) {}

  private static final Windows WINDOWS = Windows.tumbling(Duration.ofNanos(10_000));

  private static final List<Word> SOME =
      List.of(new Word("a", 1), new Word("bb", 4), new Word("a", 12), new Word("ccc", 13));

  private static final List<Word> OTHERS = List.of(new Word("a", 2), new Word("dd", 11));

  private static ElementStage<String> words(PipelineDraft draft, String name, List<Word> words) {
    Source<Word> source = new WordSource(words);
    return draft
        .source(name, source)
        .codec(RecordCodec.of(Word.class))
        .time(TimePolicy.eventTimeMicros(Word::micros))
        .map(Word::text);
  }

  private static <R> SinkWriter<R> noWriter() {
    throw new AssertionError("the lockstep writes by itself");
  }

  private static List<String> counts(Pipeline pipeline) {
    Lockstep lockstep = new Lockstep(pipeline, 0);
    lockstep.settle();
    return lockstep.rows("rows").stream()
        .map(row -> (WindowResult<?>) row)
        .map(row -> row.endMicros() + " " + row.key() + " " + row.values().get(0))
        .toList();
  }

  @Test
  void whatAFilterLeavesOutIsCountedNowhere() {
    assertThat(
            counts(
                Pipeline.named(
                    "filtered",
                    p ->
                        words(p, "words", SOME)
                            .filter(word -> word.length() != 2)
                            .map(word -> word + "!")
                            .keyBy(word -> word)
                            .window(WINDOWS)
                            .aggregate("counts", Aggregates.count())
                            .toWriter("rows", StatelessStepsTest::noWriter))))
        .containsExactly("10 a! 1", "20 a! 1", "20 ccc! 1");
  }

  @Test
  void aFilterLeavesAComputationByTheirKeyInsideSubstreams() {
    Key<Word, String> byText = Key.of("word", Word::text);
    Pipeline pipeline =
        Pipeline.named(
            "inside",
            p ->
                p.source("words", (Source<Word>) new WordSource(SOME))
                    .codec(RecordCodec.of(Word.class))
                    .time(TimePolicy.eventTimeMicros(Word::micros).substreams(byText))
                    .filter(word -> word.text().length() != 2)
                    .keyBy(byText)
                    .window(WINDOWS)
                    .aggregate("counts", Aggregates.count())
                    .toWriter("rows", StatelessStepsTest::noWriter));

    assertThat(new Plan(pipeline).runsInSubstreams(pipeline.streams().get(0))).isTrue();
    assertThat(counts(pipeline)).containsExactly("10 a 1", "20 a 1", "20 ccc 1");
  }

  @Test
  void aUnionHasTheElementsOfAll() {
    assertThat(
            counts(
                Pipeline.named(
                    "union",
                    p ->
                        p.union(words(p, "some", SOME), words(p, "others", OTHERS))
                            .keyBy(String::length)
                            .window(WINDOWS)
                            .aggregate("counts", Aggregates.count())
                            .toWriter("rows", StatelessStepsTest::noWriter))))
        .containsExactly("10 1 2", "10 2 1", "20 1 1", "20 2 1", "20 3 1");
  }

  private static List<Object> elements(Pipeline pipeline) {
    Lockstep lockstep = new Lockstep(pipeline, 0);
    lockstep.settle();
    SinkSpec.Feed feed = pipeline.sinks().get(0).from();
    return lockstep.rows("rows").stream()
        .map(row -> ((SinkSpec.Feed.OfElements) feed).row(row))
        .toList();
  }

  @Test
  void elementsAreWrittenInCanonicalOrderWithoutAKey() {
    assertThat(
            elements(
                Pipeline.named(
                    "written",
                    p ->
                        p.union(
                                words(p, "some", SOME).filter(word -> word.length() < 3),
                                words(p, "others", OTHERS).map(word -> word + "!"))
                            .toWriter("rows", StatelessStepsTest::noWriter))))
        .containsExactly("a", "a!", "bb", "dd!", "a");
  }

  @Test
  void resultsAreWrittenAfterStepsThatKeepNothing() {
    assertThat(
            elements(
                Pipeline.named(
                    "results",
                    p ->
                        words(p, "words", SOME)
                            .keyBy(word -> word)
                            .window(WINDOWS)
                            .aggregate("counts", Aggregates.count())
                            .filter(result -> !result.key().equals("bb"))
                            .map(WindowResult::key)
                            .toWriter("rows", StatelessStepsTest::noWriter))))
        .containsExactly("a", "a", "ccc");
  }

  @Test
  void failuresThatNobodyReadsAreRefused() {
    Transform<String, String, String, Seen> seen = (state, word, context) -> word;

    assertThatThrownBy(
            () ->
                Pipeline.named(
                    "silent",
                    p ->
                        words(p, "words", SOME)
                            .keyBy(word -> word)
                            .transform(
                                "seen",
                                Transformation.of(seen, String.class, Seen.class)
                                    .onFailure(OnFailure.SKIP))
                            .toWriter("rows", StatelessStepsTest::noWriter)))
        .hasMessageContaining("nobody would know what a transform failed for: stream=seen");
  }

  @Test
  void aSideOutputThatNobodyTakesIsRefused() {
    SideOutput<Seen> aside = SideOutput.of("aside", Seen.class);
    Transform<String, String, String, Seen> seen = (state, word, context) -> word;

    assertThatThrownBy(
            () ->
                Pipeline.named(
                    "aside",
                    p ->
                        words(p, "words", SOME)
                            .keyBy(word -> word)
                            .transform(
                                "seen",
                                Transformation.of(seen, String.class, Seen.class).sideOutput(aside))
                            .toWriter("rows", StatelessStepsTest::noWriter)))
        .hasMessageContaining("nothing takes a side output: stream=seen, output=aside");
  }

  @Test
  void failuresOfATransformThatStopsAreRefused() {
    Transform<String, String, String, Seen> seen = (state, word, context) -> word;

    assertThatThrownBy(
            () ->
                Pipeline.named(
                    "stops",
                    p ->
                        words(p, "words", SOME)
                            .keyBy(word -> word)
                            .transform("seen", seen, String.class, Seen.class)
                            .failures()))
        .hasMessageContaining("stream=seen; give it onFailure(SKIP)");
  }

  record Size(String first, int length) {}

  record Seen(String first, long length, String word) {}

  @Test
  void aTransformKnowsARecordAsItsKeyThoughItIsKeptOtherwise() {
    Transform<Size, String, String, Seen> seen =
        (state, word, context) -> {
          Size key = context.key();
          context.emit(new Seen(key.first(), key.length(), word));
          return word;
        };
    Pipeline pipeline =
        Pipeline.named(
            "typed",
            p ->
                words(p, "words", SOME)
                    .keyBy(Size.class, word -> new Size(word.substring(0, 1), word.length()))
                    .transform("seen", seen, String.class, Seen.class)
                    .toWriter("rows", StatelessStepsTest::noWriter));
    Lockstep lockstep = new Lockstep(pipeline, 0);
    lockstep.settle();

    assertThat(lockstep.rows("rows"))
        .extracting(row -> ((Derived) row).value())
        .containsExactly(
            new Seen("a", 1, "a"),
            new Seen("b", 2, "bb"),
            new Seen("a", 1, "a"),
            new Seen("c", 3, "ccc"));
  }

  @Test
  void aUnionOfASourceWithItselfIsRefused() {
    assertThatThrownBy(
            () ->
                Pipeline.named(
                    "twice",
                    p -> {
                      ElementStage<String> words = words(p, "words", SOME);
                      p.union(words, words.map(word -> word + word))
                          .keyBy(word -> word)
                          .window(WINDOWS)
                          .aggregate("counts", Aggregates.count())
                          .toWriter("rows", StatelessStepsTest::noWriter);
                    }))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a stream reads the same twice: stream=counts, from=words");
  }
}
