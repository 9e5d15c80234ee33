package io.tidemark.core.analytic;

import static io.tidemark.core.analytic.Analytics.EVER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.ValueCodec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AnalyticsTest {
  private static final Duration TEN = Duration.ofNanos(10_000);

  /** An element: its time in microseconds, its value, and a measure. */
  record Reading(long micros, @Nullable String value, @Nullable Long measure) {}

  private static Reading at(long micros, @Nullable String value) {
    return new Reading(micros, value, null);
  }

  private static Reading at(long micros, String value, long measure) {
    return new Reading(micros, value, measure);
  }

  /** What the function says of each, its state written and read in between. */
  private static List<@Nullable Object> say(Analytic<Reading> function, Reading... readings) {
    List<@Nullable Object> said = new ArrayList<>();
    byte[] state = Bytes.write(out -> ValueCodec.INSTANCE.write(null, out));
    for (Reading reading : readings) {
      Object before =
          Bytes.read(state, in -> Optional.ofNullable(ValueCodec.INSTANCE.read(in))).orElse(null);
      Analytic.Answer answer = function.next(before, reading.micros, reading);
      said.add(answer.value());
      state = Bytes.write(out -> ValueCodec.INSTANCE.write(answer.state(), out));
    }
    return said;
  }

  @Test
  void lagIsTheValueSoManyBefore() {
    assertThat(say(Analytics.lag(Reading::value), at(1, "a"), at(2, null), at(3, "c")))
        .containsExactly(null, "a", null);
    assertThat(say(Analytics.lag(2, Reading::value, EVER), at(1, "a"), at(2, "b"), at(3, "c")))
        .containsExactly(null, null, "a");
  }

  @Test
  void lagLooksNoFurtherBackThanItsLimit() {
    assertThat(say(Analytics.lag(1, Reading::value, TEN), at(1, "a"), at(11, "b"), at(22, "c")))
        .containsExactly(null, "a", null);
  }

  @Test
  void lastIsTheOneForWhichSomethingHeldBeforeThisOne() {
    Analytic<Reading> last =
        Analytics.last(Reading::value, reading -> !"no".equals(reading.value()), TEN);

    assertThat(say(last, at(1, "a"), at(2, "no"), at(3, "b"), at(13, "no"), at(14, "no")))
        .containsExactly(null, "a", "a", "b", null);
  }

  @Test
  void isFirstIsTrueOncePerStretchBefore1970Too() {
    assertThat(say(Analytics.isFirst(TEN), at(-11, ""), at(-10, ""), at(-1, ""), at(0, "")))
        .containsExactly(true, true, false, true);
  }

  @Test
  void changedTellsADifferenceFromNothingToo() {
    assertThat(
            say(
                Analytics.changed(Reading::value),
                at(1, null),
                at(2, null),
                at(3, "a"),
                at(4, "a")))
        .containsExactly(true, false, true, false);
  }

  @Test
  void topOneIsTheFirstOfTheLargest() {
    Analytic<Reading> top = Analytics.topOne(Reading::measure, Reading::value);

    assertThat(say(top, at(1, "none"), at(2, "a", 5), at(3, "b", 5), at(4, "c", 6), at(5, "d", 1)))
        .containsExactly(null, "a", "a", "c", "c");
  }

  @Test
  void whatCannotBeIsRefused() {
    assertThatThrownBy(() -> Analytics.lag(0, Reading::value, EVER))
        .hasMessageContaining("at least one: actual=0");
    assertThatThrownBy(() -> Analytics.isFirst(Duration.ZERO)).hasMessageContaining("actual=PT0S");
  }
}
