package io.tidemark.core.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
import io.tidemark.core.codec.GoldenBytes;
import io.tidemark.core.codec.ValueCodec;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.message.Arrivals;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Origin;
import io.tidemark.core.message.Output;
import io.tidemark.core.message.Placed;
import io.tidemark.core.time.Action;
import io.tidemark.core.time.Time;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** A script is a transform: elements say what is done with them. */
class TransformComputationTest {
  private static final EntityId.Partition FIRST = new EntityId.Partition("in", 0);
  private static final EntityId.Partition SECOND = new EntityId.Partition("in", 1);

  /** Elements are lines {@code KEY COMMAND}; the state is all commands so far. */
  private static final class Script implements Transform<Object, Object, Object, Object> {
    @Override
    public @Nullable Object onElement(
        @Nullable Object state, Object element, TransformContext<Object, Object> context) {
      String[] words = ((String) element).split(" ", -1);
      switch (words[1]) {
        case "set" -> context.setTimer(at(words[2]));
        case "name" -> context.setTimer(words[2], at(words[3]));
        case "hold" -> context.setTimer(words[2], at(words[3]), at(words[4]));
        case "delete" -> context.deleteTimer(words[2]);
        case "unset" -> context.deleteTimer(at(words[2]));
        case "fail" -> throw new IllegalArgumentException("as it was told");
        case "early" -> context.emit(at(words[2]), "too early");
        case "forget" -> {
          return null;
        }
        default -> context.emit(element);
      }
      return (state == null ? "" : state + " ") + words[1];
    }

    @Override
    public @Nullable Object onTimer(
        @Nullable Object state, Timer timer, TransformContext<Object, Object> context) {
      context.emit("timer " + timer.name() + "@" + timer.timeMicros() + " after " + state);
      if ("still".equals(timer.name())) {
        context.setTimer("still", timer.time());
      }
      if ("again".equals(timer.name())) {
        context.setTimer(timer.time().minusNanos(5_000));
      }
      return state;
    }

    private static Instant at(String micros) {
      return Time.instant(Long.parseLong(micros));
    }
  }

  @SuppressWarnings("unchecked")
  private static final Codec<Object> VALUES = (Codec<Object>) (Codec<?>) ValueCodec.INSTANCE;

  private static final Input IN =
      new Input(
          new Arrivals.Input("in", "in", VALUES, null),
          KeySelector.ofValues(element -> ((String) element).split(" ", -1)[0]),
          null);

  private static TransformComputation computation() {
    return computation(Rules.defaults());
  }

  private static TransformComputation computation(Rules rules) {
    return new TransformComputation(
        new TransformComputation.Program(
            "script", new Script(), List.of(IN), VALUES, key -> key, VALUES, rules));
  }

  private static Placed placed(int file, long position, String element) {
    return new Placed(new Origin(file, position, 7, 8, Action.ADJUST_LATE), element);
  }

  private final TransformComputation script = computation();

  private void put(long micros, String element) {
    script.accept(FIRST, micros, element);
  }

  private static List<String> fire(TransformComputation computation, long progress) {
    List<String> fired = new ArrayList<>();
    while (!computation.isEmpty() && computation.nextDueMicros() <= progress) {
      for (Output output : computation.fire(progress, 1)) {
        fired.add(output.timeMicros() + " " + ((Derived) output.value()).value());
      }
    }
    return fired;
  }

  private List<String> fire(long progress) {
    return fire(script, progress);
  }

  @Nested
  class Elements {
    @Test
    void waitUntilProgressHasPassedThemAndComeByTime() {
      put(12, "k c");
      put(10, "k a");
      put(11, "k b");

      assertThat(script.nextDueMicros()).isEqualTo(11);
      assertThat(script.holdMicros()).isEqualTo(10);
      assertThat(fire(10)).isEmpty();
      assertThat(fire(12)).containsExactly("10 k a", "11 k b");
      assertThat(fire(Time.MAX)).containsExactly("12 k c");
      assertThat(script.isEmpty()).isTrue();
    }

    @Test
    void ofOneTimeComeByPartitionAndThenAsTheyCame() {
      script.accept(SECOND, 10, "k second");
      script.accept(FIRST, 10, "k first");
      script.accept(FIRST, 10, "k then");

      assertThat(fire(11)).containsExactly("10 k first", "10 k then", "10 k second");
    }

    @Test
    void thatOvertookEachOtherComeByTheirPlaceInThePartition() {
      script.accept(FIRST, 10, placed(1, 0, "k third"));
      script.accept(FIRST, 10, placed(0, 90, "k second"));
      script.accept(FIRST, 10, placed(0, 80, "k first"));

      assertThat(fire(11)).containsExactly("10 k first", "10 k second", "10 k third");
    }

    @Test
    void belowProgressAreRefused() {
      put(10, "k a");
      fire(20);

      assertThatThrownBy(() -> put(19, "k b"))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("an element came below progress: stream=script");
    }
  }

  @Nested
  class Timers {
    @Test
    void runAfterEveryElementBeforeTheirTimeAndBeforeEveryElementAtIt() {
      put(5, "k set 10");
      put(9, "k before");
      put(10, "k at");

      assertThat(fire(Time.MAX))
          .containsExactly("9 k before", "10 timer null@10 after set before", "10 k at");
    }

    @Test
    void runWhenProgressReachesTheirTime() {
      put(5, "k set 10");

      assertThat(fire(9)).isEmpty();
      assertThat(fire(10)).containsExactly("10 timer null@10 after set");
    }

    @Test
    void ofOneTimeAndWithoutANameAreOne() {
      put(5, "k set 10");
      put(6, "k set 10");
      put(6, "k name x 10");

      assertThat(fire(Time.MAX))
          .containsExactly(
              "10 timer null@10 after set set name", "10 timer x@10 after set set name");
    }

    @Test
    void ofAnameReplaceEachOther() {
      put(5, "k name x 10");
      put(6, "k name x 20");

      assertThat(fire(19)).isEmpty();
      assertThat(fire(20)).containsExactly("20 timer x@20 after name name");
    }

    @Test
    void canBeDeleted() {
      put(5, "k name x 10");
      put(5, "k set 11");
      put(6, "k delete x");
      put(6, "k unset 11");
      put(6, "k delete nothing");

      assertThat(fire(Time.MAX)).isEmpty();
    }

    @Test
    @DisplayName("16: timers at or below W vanish; replacing one with a past time loses both")
    void forThePastRunNextAndOnce() {
      put(100, "k set 50");
      put(100, "k name x 200");
      put(100, "k name x 50");
      put(100, "k then");

      assertThat(fire(101))
          .containsExactly(
              "100 timer null@50 after set", "100 timer x@50 after set name name", "100 k then");
      assertThat(script.isEmpty()).isTrue();
    }

    @Test
    void setByTimersForThePastRunNext() {
      put(10, "k name again 20");

      assertThat(fire(20))
          .containsExactly("20 timer again@20 after name", "20 timer null@15 after name");
    }

    @Test
    void holdProgressAtTheTimeOfTheElementThatSetThem() {
      put(5, "k set 10");
      put(7, "k a");

      assertThat(fire(8)).containsExactly("7 k a");
      assertThat(script.holdMicros()).isEqualTo(5);
      fire(10);
      assertThat(script.holdMicros()).isEqualTo(Time.MAX);
    }

    @Test
    void holdProgressWhereTheySaySo() {
      put(5, "k hold x 10 10");
      put(6, "k hold y 10 7");

      fire(8);
      assertThat(script.holdMicros()).isEqualTo(7);
      assertThat(script.nextDueMicros()).isEqualTo(10);
    }

    @Test
    void thatAreSetAgainForTheirOwnTimeWithoutEndStopTheRun() {
      put(5, "k name still 10");

      assertThatThrownBy(() -> fire(Time.MAX))
          .hasMessageContaining("a timer sets another one that is due at once, without end")
          .hasMessageContaining("stream=script, key=k");
    }

    @Test
    void cannotHoldProgressBeforeNow() {
      put(5, "k hold x 10 4");

      assertThatThrownBy(() -> fire(Time.MAX))
          .isInstanceOf(TransformFailed.class)
          .hasMessageContaining("stream=script, key=k, time=1970-01-01T00:00:00.000005Z")
          .hasMessageContaining("hold=1970-01-01T00:00:00.000004Z");
    }

    @Test
    void ofDifferentKeysAreApart() {
      put(5, "a name x 10");
      put(6, "b name x 10");
      put(7, "b delete x");

      assertThat(fire(Time.MAX)).containsExactly("10 timer x@10 after name");
    }
  }

  @Nested
  class Failures {
    @Test
    void nameStreamKeyAndElement() {
      put(5, "k fail");

      assertThatThrownBy(() -> fire(Time.MAX))
          .isInstanceOf(TransformFailed.class)
          .hasMessageContaining("a transform failed: stream=script, key=k")
          .hasMessageContaining("element k fail")
          .hasMessageContaining("as it was told");
    }

    @Test
    void areResultsBeforeNow() {
      put(5, "k early 4");

      assertThatThrownBy(() -> fire(Time.MAX))
          .isInstanceOf(TransformFailed.class)
          .hasMessageContaining("a result is too early");
    }
  }

  @Nested
  class WhatIsWritten {
    private TransformComputation restored(byte[]... parts) {
      TransformComputation computation = computation();
      for (byte[] part : parts) {
        Bytes.read(
            part,
            in -> {
              computation.readInto(in);
              return in;
            });
      }
      return computation;
    }

    @Test
    void goesOnWhereItWas() {
      put(5, "k name x 20");
      put(9, "k waits");
      put(9, "k waits too");
      fire(6);
      byte[] first = Bytes.write(script::writeDelta);
      put(12, "k later");
      List<String> fired = fire(10);
      byte[] second = Bytes.write(script::writeDelta);

      assertThat(fire(restored(first), 10)).isEqualTo(fired);
      List<String> rest = List.of("12 k later", "20 timer x@20 after name waits waits later");
      assertThat(fire(restored(first, second), Time.MAX)).isEqualTo(rest);
      byte[] all = Bytes.write(script::writeAll);
      assertThat(fire(restored(all), Time.MAX)).isEqualTo(rest);
      assertThat(fire(Time.MAX)).isEqualTo(rest);
    }

    @Test
    void holdsNothingThatWasTakenBetweenASnapshotAndTheNextDelta() {
      put(5, "k once");
      byte[] snapshot = Bytes.write(script::writeAll);
      fire(6);
      byte[] delta = Bytes.write(script::writeDelta);

      assertThat(restored(snapshot, delta).isEmpty()).isTrue();
    }

    @Test
    void isWhatItAlwaysWas() {
      put(5, "k name x 20");
      put(5, "j set 30");
      put(6, "j result");
      script.accept(FIRST, 9, placed(1, 300, "k waits"));
      fire(7);

      GoldenBytes.assertWritten("transform-state", script::writeAll);
      assertThat(fire(restored(GoldenBytes.of("transform-state")), Time.MAX))
          .isEqualTo(fire(Time.MAX));
    }

    @Test
    void isNothingForKeysThatAreForgotten() {
      put(5, "k a");
      put(6, "k forget");
      fire(7);
      byte[] delta = Bytes.write(script::writeDelta);

      assertThat(script.openKeys()).isZero();
      assertThat(restored(delta).openKeys()).isZero();
    }
  }

  @Test
  void numbersOfResultsDoNotDependOnWhenTheirKeyWasForgotten() {
    TransformComputation atOnce = computation();
    List<Integer> numbers = new ArrayList<>();
    for (TransformComputation one : List.of(script, atOnce)) {
      one.accept(FIRST, 5, "k a");
      one.accept(FIRST, 5, "k a");
      one.accept(FIRST, 6, "k forget");
      if (one == script) {
        one.fire(7, 10).forEach(output -> numbers.add(((Derived) output.value()).number()));
      }
      one.accept(FIRST, 9, "k a");
      one.fire(10, 10).forEach(output -> numbers.add(((Derived) output.value()).number()));
    }
    assertThat(numbers).containsExactly(1, 2, 1, 1, 2, 1);
  }
}
