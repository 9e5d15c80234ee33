package io.tidemark.core.entity;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.message.AdmittedBatch;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Output;
import io.tidemark.core.time.Time;
import io.tidemark.core.window.Aggregates;
import io.tidemark.core.window.FixedWindows;
import io.tidemark.core.window.WindowComputation;
import io.tidemark.core.window.WindowResult;
import io.tidemark.core.window.WindowStep;
import io.tidemark.core.window.Windows;
import io.tidemark.core.window.Windows.Closed;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Counts of words up to a time in ticks, and what is open there. */
class StoppedComputationTest {
  private static final EntityId FROM = new EntityId.Partition("words", 0);

  private static StoppedComputation stopped(long stopMicros, Windows windows) {
    return new StoppedComputation(
        new WindowComputation(
            new WindowStep<>(
                "words",
                windows,
                KeySelector.ofValues(word -> word),
                List.of(Aggregates.<Object>count()))),
        stopMicros);
  }

  private static StoppedComputation tumbling(long stopMicros) {
    return stopped(stopMicros, new FixedWindows(10, 10, 0, Closed.LEFT));
  }

  private static void put(Computation computation, String word, long... times) {
    for (long micros : times) {
      computation.accept(FROM, micros, word);
    }
  }

  private static List<String> print(List<Output> outputs) {
    List<String> printed = new ArrayList<>();
    for (Output output : outputs) {
      WindowResult<?> row = (WindowResult<?>) output.value();
      printed.add(
          row.startMicros() + ".." + row.endMicros() + " " + row.key() + " " + row.values().get(0));
    }
    return printed;
  }

  private static List<String> open(StoppedComputation computation) {
    List<String> open = new ArrayList<>();
    for (List<Output> part = computation.takeOpen(2);
        !part.isEmpty();
        part = computation.takeOpen(2)) {
      open.addAll(print(part));
    }
    return open;
  }

  @Test
  void whatIsDueAtTheStopStaysOpenWhateverProgressComes() {
    StoppedComputation computation = tumbling(20);
    put(computation, "a", 3, 9, 12);

    assertThat(computation.nextDueMicros()).isEqualTo(10);
    assertThat(print(computation.fire(Time.MAX, 100))).containsExactly("0..10 a 2");
    assertThat(computation.openDueMicros()).hasValue(20);
    assertThat(open(computation)).containsExactly("10..20 a 1");
  }

  @Test
  void itIsEmptyToItsEntityOnceNothingIsDueBeforeTheStop() {
    StoppedComputation computation = tumbling(15);
    put(computation, "a", 12);

    assertThat(computation.isEmpty()).isTrue();
    assertThat(computation.nextDueMicros()).isEqualTo(Time.MAX);
    assertThat(computation.holdMicros()).isEqualTo(Time.MAX);
    assertThat(computation.fire(Time.MAX, 100)).isEmpty();
    assertThat(computation.openDueMicros()).hasValue(20);
  }

  @Test
  void elementsAtAndAfterTheStopArePassedOver() {
    StoppedComputation computation = tumbling(15);
    put(computation, "a", 14, 15, 16, 99);
    Object[] words = {"b", "b", "b"};
    AdmittedBatch batch = new AdmittedBatch(words, new long[] {11, 14, 15}, null, null);
    computation.accept(FROM, new AdmittedBatch.Slice(batch, null, 0, 3));

    assertThat(open(computation)).containsExactly("10..20 a 1", "10..20 b 2");
  }

  @Test
  void aWindowWithItsEndIsStillOpenAtItsEnd() {
    StoppedComputation computation = stopped(20, new FixedWindows(10, 10, 0, Closed.RIGHT));
    put(computation, "a", 10, 19);

    assertThat(print(computation.fire(Time.MAX, 100))).containsExactly("0..10 a 1");
    assertThat(computation.openDueMicros()).hasValue(21);
    assertThat(open(computation)).containsExactly("10..20 a 1");
  }

  @Test
  void openWindowsComeInCanonicalOrderWithoutThoseThatFired() {
    StoppedComputation computation = stopped(12, new FixedWindows(10, 5, 0, Closed.LEFT));
    put(computation, "z", 3, 11);
    put(computation, "a", 7);

    assertThat(print(computation.fire(11, 100)))
        .containsExactly("-5..5 z 1", "0..10 a 1", "0..10 z 1");
    assertThat(open(computation)).containsExactly("5..15 a 1", "5..15 z 1", "10..20 z 1");
    assertThat(computation.openDueMicros()).isEmpty();
  }

  @Test
  void whatIsOpenWhenTheInputEndsIsNotLostAndFiresNoMore() {
    StoppedComputation computation = tumbling(100);
    put(computation, "a", 12);

    assertThat(computation.discard()).isZero();
    assertThat(computation.isEmpty()).isTrue();
    assertThat(open(computation)).containsExactly("10..20 a 1");
  }

  @Test
  void whatIsOpenIsInTheSnapshot() {
    StoppedComputation before = tumbling(15);
    put(before, "a", 12);
    StoppedComputation after = tumbling(15);
    Bytes.<Object>read(
        Bytes.write(before::writeAll),
        in -> {
          after.readInto(in);
          return after;
        });
    put(after, "a", 13);

    assertThat(open(after)).containsExactly("10..20 a 2");
  }
}
