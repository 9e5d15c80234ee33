package io.tidemark.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.core.analytic.Analytics;
import io.tidemark.core.pipeline.AdmittedStage;
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
import io.tidemark.testkit.simulation.StatelessStepsTest.Word;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Joins and analytic functions, in whole pipelines. */
class JoinStagesTest {
  record Pair(@Nullable String left, @Nullable String right) {
    static Pair of(@Nullable String left, @Nullable String right) {
      return new Pair(left, right);
    }
  }

  private static final List<Word> WORDS =
      List.of(
          new Word("apple", 1),
          new Word("Avocado", 2),
          new Word("bean", 4),
          new Word("Anis", 7),
          new Word("Beet", 30),
          new Word("axe", 31));

  private static final List<Word> OTHERS =
      List.of(new Word("Apricot", 3), new Word("Banana", 4), new Word("Bread", 6));

  private static AdmittedStage<Word> words(PipelineDraft draft, String name, List<Word> words) {
    Source<Word> source = new WordSource(words);
    return draft
        .source(name, source)
        .codec(RecordCodec.of(Word.class))
        .time(TimePolicy.eventTimeMicros(Word::micros));
  }

  private static KeyedStage<String, String> byLetter(AdmittedStage<Word> words, boolean upper) {
    return words
        .map(Word::text)
        .filter(word -> Character.isUpperCase(word.charAt(0)) == upper)
        .keyBy(word -> word.substring(0, 1).toLowerCase(java.util.Locale.ROOT));
  }

  private static <R> SinkWriter<R> noWriter() {
    throw new AssertionError("the lockstep writes by itself");
  }

  private static List<Object> rows(Function<PipelineDraft, TransformedStage<?>> described) {
    Pipeline pipeline =
        Pipeline.named(
            "joined", p -> described.apply(p).toWriter("rows", JoinStagesTest::noWriter));
    Lockstep lockstep = new Lockstep(pipeline, 0);
    lockstep.settle();
    return lockstep.rows("rows").stream().map(row -> ((Derived) row).value()).toList();
  }

  /** Lower case on the left, upper case on the right, of one source. */
  private static JoinStage<String, String, String> ofOne(PipelineDraft draft) {
    AdmittedStage<Word> words = words(draft, "words", WORDS);
    return byLetter(words, false).join(byLetter(words, true));
  }

  private static Duration micros(long micros) {
    return Duration.ofNanos(micros * 1_000);
  }

  @Test
  void anIntervalJoinPutsTwoSidesOfOneSourceTogether() {
    assertThat(
            rows(p -> ofOne(p).within(micros(-1), micros(6)).inner("pairs", Pair.class, Pair::of)))
        .containsExactly(new Pair("apple", "Avocado"), new Pair("apple", "Anis"));
  }

  @Test
  void anOuterOneHasWhatMetNothing() {
    assertThat(rows(p -> ofOne(p).within(micros(0), micros(1)).full("pairs", Pair.class, Pair::of)))
        .containsExactly(
            new Pair("apple", "Avocado"),
            new Pair("bean", null),
            new Pair(null, "Anis"),
            new Pair(null, "Beet"),
            new Pair("axe", null));
  }

  @Test
  void anAntiJoinHasNothingElse() {
    assertThat(
            rows(
                p ->
                    ofOne(p)
                        .within(micros(0), micros(1))
                        .anti("pairs", Pair.class, word -> new Pair(word, "nothing"))))
        .containsExactly(new Pair("bean", "nothing"), new Pair("axe", "nothing"));
  }

  @Test
  void twoSourcesAreJoinedAsWell() {
    assertThat(
            rows(
                p ->
                    byLetter(words(p, "words", WORDS), false)
                        .join(byLetter(words(p, "others", OTHERS), true))
                        .within(micros(0), micros(2))
                        .inner("pairs", Pair.class, Pair::of)))
        .containsExactly(
            new Pair("apple", "Apricot"), new Pair("bean", "Banana"), new Pair("bean", "Bread"));
  }

  @Test
  void anUnboundedOneMeetsWhateverTheTime() {
    assertThat(rows(p -> ofOne(p).unbounded("pairs", Pair.class, Pair::of)))
        .containsExactly(
            new Pair("apple", "Avocado"),
            new Pair("apple", "Anis"),
            new Pair("bean", "Beet"),
            new Pair("axe", "Avocado"),
            new Pair("axe", "Anis"));
  }

  @Test
  void aVersionedOneFindsTheVersionOfItsTime() {
    assertThat(
            rows(
                p ->
                    byLetter(words(p, "words", WORDS), false)
                        .join(byLetter(words(p, "versions", OTHERS), true))
                        .asOfOrNone("pairs", Pair.class, Pair::of)))
        .containsExactly(
            new Pair("apple", null), new Pair("bean", "Banana"), new Pair("axe", "Apricot"));
  }

  @Test
  void aCoGroupHasBothSidesOfEachWindow() {
    assertThat(
            rows(
                p ->
                    ofOne(p)
                        .coGroup(
                            "groups",
                            Windows.hopping(micros(6), micros(3)),
                            Pair.class,
                            (letter, window, lefts, rights) ->
                                List.of(
                                    new Pair(letter + lefts, window.endMicros() + "" + rights)))))
        .containsExactly(
            new Pair("a[apple]", "3[Avocado]"),
            new Pair("a[apple]", "6[Avocado]"),
            new Pair("b[bean]", "6[]"),
            new Pair("a[]", "9[Anis]"),
            new Pair("b[bean]", "9[]"),
            new Pair("a[]", "12[Anis]"),
            new Pair("a[axe]", "33[]"),
            new Pair("b[]", "33[Beet]"),
            new Pair("a[axe]", "36[]"),
            new Pair("b[]", "36[Beet]"));
  }

  @Test
  void aCoGroupOverSessionsIsRefused() {
    assertThatThrownBy(
            () ->
                rows(
                    p ->
                        ofOne(p)
                            .coGroup(
                                "groups",
                                Windows.session(micros(6)),
                                Pair.class,
                                (letter, window, lefts, rights) -> List.of())))
        .hasMessageContaining("depend on elements");
  }

  @Test
  void boundsThatNothingLiesBetweenAreRefused() {
    assertThatThrownBy(
            () ->
                rows(
                    p ->
                        ofOne(p).within(micros(2), micros(1)).inner("pairs", Pair.class, Pair::of)))
        .hasMessageContaining("nothing lies between the bounds of a join: stream=pairs, expected=")
        .hasMessageContaining("lower=PT0.000002S, upper=PT0.000001S");
  }

  @Test
  void analyticFunctionsSeeElementsInOrder() {
    assertThat(
            rows(
                p ->
                    words(p, "words", WORDS)
                        .map(Word::text)
                        .keyBy(word -> word.substring(0, 1))
                        .analyze(
                            "lagged",
                            Pair.class,
                            (word, values) -> new Pair(word, (String) values.get(0)),
                            Analytics.lag(word -> word))))
        .containsExactly(
            new Pair("apple", null),
            new Pair("Avocado", null),
            new Pair("bean", null),
            new Pair("Anis", "Avocado"),
            new Pair("Beet", null),
            new Pair("axe", "apple"));
  }
}
