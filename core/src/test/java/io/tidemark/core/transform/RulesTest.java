package io.tidemark.core.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
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
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What holds for all keys of a transform beside what it does itself. */
class RulesTest {
  private static final EntityId.Partition FROM = new EntityId.Partition("in", 0);
  private static final SideOutput<Aside> ASIDE = SideOutput.of("aside", Aside.class);

  record Aside(String text) {}

  @SuppressWarnings("unchecked")
  private static final Codec<Object> VALUES = (Codec<Object>) (Codec<?>) ValueCodec.INSTANCE;

  /** Collects elements; some of them say more. */
  private static final class Collecting implements Transform<Object, Object, Object, Object> {
    @Override
    public @Nullable Object onElement(
        @Nullable Object state, Object element, TransformContext<Object, Object> context) {
      String all = state == null ? element.toString() : state + "+" + element;
      context.emit(all);
      switch (element.toString()) {
        case "aside" -> context.emit(ASIDE, new Aside(all));
        case "timer" -> context.setTimer(context.time().plusNanos(5_000));
        case "knows" ->
            context.emit(
                context.eventTime() + " " + context.arrivalTime() + " " + context.decision());
        case "calm" -> context.deleteTimers();
        case "nothing" -> context.emit(nothing());
        case "throw" -> {
          context.setTimer(context.time().plusNanos(1_000));
          throw new IllegalStateException("not that");
        }
        default -> {
          // Collected.
        }
      }
      return all;
    }

    @Override
    public @Nullable Object onTimer(
        @Nullable Object state, Timer timer, TransformContext<Object, Object> context) {
      context.emit("timer after " + state);
      if ("timer+no".equals(state)) {
        throw new IllegalStateException("no timer");
      }
      return state;
    }
  }

  private static TransformComputation computation(Rules rules) {
    Arrivals.Input in = new Arrivals.Input("in", "in", VALUES, null);
    KeySelector<Object, Object> one = KeySelector.ofValues(element -> "k");
    return new TransformComputation(
        new TransformComputation.Program(
            "collected",
            new Collecting(),
            List.of(new Input(in, one, null)),
            VALUES,
            key -> key,
            VALUES,
            rules));
  }

  private static List<String> run(Rules rules, String... elements) {
    TransformComputation computation = computation(rules);
    List<String> results = new ArrayList<>();
    for (int i = 0; i < elements.length; i++) {
      String[] parts = elements[i].split("@", -1);
      computation.accept(FROM, Long.parseLong(parts[1]), parts[0]);
    }
    for (Output output : computation.fire(Time.MAX, Integer.MAX_VALUE)) {
      Derived result = (Derived) output.value();
      results.add(result.output() + " " + output.timeMicros() + " " + result.value());
    }
    return results;
  }

  // What a program that is not checked for null may do.
  @SuppressWarnings("NullAway")
  private static Object nothing() {
    return null;
  }

  @Test
  void aResultThatIsNullIsToldWithItsElement() {
    assertThatThrownBy(() -> run(Rules.defaults(), "nothing@1"))
        .isInstanceOf(TransformFailed.class)
        .hasMessageContaining("key=k")
        .hasMessageContaining("element nothing")
        .hasMessageContaining("a result is null");
  }

  @Nested
  class SideOutputs {
    private final Rules rules = new Rules(List.of("aside"), Time.MAX, OnFailure.STOP);

    @Test
    void carryResultsOfTheirOwnAmongTheOthers() {
      assertThat(run(rules, "a@1", "aside@2"))
          .containsExactly("0 1 a", "0 2 a+aside", "1 2 Aside[text=a+aside]");
    }

    @Test
    void thatTheTransformWasNotGivenAreRefused() {
      assertThatThrownBy(() -> run(Rules.defaults(), "aside@2"))
          .isInstanceOf(TransformFailed.class)
          .hasMessageContaining("no such side output: actual=aside, declared=[]");
    }

    @Test
    void haveNamesOfTheirOwn() {
      Transformation<Object, Object, Object, Aside> of =
          Transformation.of((state, element, context) -> state, VALUES, Aside.class);

      assertThatThrownBy(() -> of.sideOutput(ASIDE).sideOutput(ASIDE))
          .hasMessageContaining("names of their own")
          .hasMessageContaining("aside");
      assertThatThrownBy(() -> of.sideOutput(SideOutput.of("failures", Aside.class)))
          .hasMessageContaining("failures");
    }
  }

  @Nested
  class WhatIsKnownOfAnElement {
    @Test
    void isWhenItHappenedAndArrivedAndWhatThePolicyDid() {
      TransformComputation computation = computation(Rules.defaults());
      Origin origin = new Origin(0, 9, 3, 10, Action.ADJUST_LATE);
      computation.accept(FROM, 5, new Placed(origin, "knows"));

      assertThat(computation.fire(Time.MAX, 9))
          .extracting(output -> ((Derived) output.value()).value())
          .contains(
              "Optional["
                  + Instant.parse("1970-01-01T00:00:00.000003Z")
                  + "] Optional["
                  + Instant.parse("1970-01-01T00:00:00.000010Z")
                  + "] ADJUST_LATE");
    }

    @Test
    void isNothingOfAResult() {
      assertThat(run(Rules.defaults(), "knows@1"))
          .contains("0 1 Optional.empty Optional.empty NONE");
    }
  }

  @Nested
  class Expiry {
    private final Rules rules = new Rules(List.of(), 10, OnFailure.STOP);

    @Test
    void forgetsAKeySoLongAfterItsLastElement() {
      assertThat(run(rules, "a@1", "b@10", "c@19", "d@29", "e@50"))
          .containsExactly("0 1 a", "0 10 a+b", "0 19 a+b+c", "0 29 d", "0 50 e");
    }

    @Test
    void takesItsTimersAlong() {
      assertThat(run(new Rules(List.of(), 3, OnFailure.STOP), "timer@1", "a@9"))
          .containsExactly("0 1 timer", "0 9 a");
    }

    @Test
    void isNotDeletedWithTheTimersOfTheProgram() {
      TransformComputation computation = computation(rules);
      computation.accept(FROM, 1, "timer");
      computation.accept(FROM, 2, "calm");
      computation.fire(5, 9);
      assertThat(computation.timers("k")).isEmpty();
      assertThat(computation.nextDueMicros()).isEqualTo(12);

      computation.fire(12, 9);
      assertThat(computation.state("k")).isNull();
    }

    @Test
    void outlastsARestartAndIsNoTimerOfTheProgram() {
      TransformComputation before = computation(rules);
      before.accept(FROM, 1, "a");
      before.fire(5, 9);
      byte[] written = Bytes.write(before::writeAll);
      TransformComputation after = computation(rules);
      Bytes.read(
          written,
          in -> {
            after.readInto(in);
            return in;
          });

      assertThat(after.timers("k")).isEmpty();
      assertThat(after.nextDueMicros()).isEqualTo(11);
      after.fire(11, 9);
      assertThat(after.state("k")).isNull();
      assertThat(after.isEmpty()).isTrue();
    }
  }

  @Nested
  class SkippedFailures {
    private final Rules rules = new Rules(List.of("aside"), Time.MAX, OnFailure.SKIP);

    @Test
    void haveNoEffectAndGoToTheOutputOfFailures() {
      assertThat(run(rules, "a@1", "throw@2", "b@9"))
          .containsExactly(
              "0 1 a",
              "2 2 TransformFailure[key=k, time=1970-01-01T00:00:00.000002Z, what=element throw, "
                  + "error=java.lang.IllegalStateException: not that]",
              "0 9 a+b");
    }

    @Test
    void ofTimersLikewise() {
      assertThat(run(rules, "timer@1", "no@2"))
          .containsExactly(
              "0 1 timer",
              "0 2 timer+no",
              "2 6 TransformFailure[key=k, time=1970-01-01T00:00:00.000006Z, what=timer 1970-01-01"
                  + "T00:00:00.000006Z, error=java.lang.IllegalStateException: no timer]");
    }
  }

  @Test
  void moreElementsThanMayWaitEndTheRunWithTheNumbers() {
    TransformComputation computation =
        computation(new Rules(List.of(), Time.MAX, OnFailure.STOP, 2));
    computation.accept(FROM, 5, "a");
    computation.accept(FROM, 7, "b");

    assertThatThrownBy(() -> computation.accept(FROM, 9, "c"))
        .isInstanceOf(TooManyWaiting.class)
        .hasMessageContaining("stream=collected, expected=at most 2")
        .hasMessageContaining("earliest=1970-01-01T00:00:00.000005Z");
    computation.fire(6, 9);
    computation.accept(FROM, 9, "c");
  }
}
