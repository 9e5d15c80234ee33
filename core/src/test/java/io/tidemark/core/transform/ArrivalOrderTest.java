package io.tidemark.core.transform;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
import io.tidemark.core.codec.ValueCodec;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.message.Arrivals;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Output;
import io.tidemark.core.time.Time;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A transform that takes elements as they come: it tells each, and what it took before. */
class ArrivalOrderTest {
  private static final EntityId.Partition FROM = new EntityId.Partition("in", 0);

  /** Elements are lines {@code KEY WORD}, or {@code KEY TIME} for a timer. */
  private static final class Telling implements Transform<Object, Object, Object, Object> {
    @Override
    public Object onElement(
        @Nullable Object state, Object element, TransformContext<Object, Object> context) {
      String word = ((String) element).split(" ", -1)[1];
      if (Character.isDigit(word.charAt(0))) {
        context.setTimer(Time.instant(Long.parseLong(word)));
      }
      String all = (state == null ? "" : state + ",") + word;
      context.emit(all);
      return all;
    }

    @Override
    public @Nullable Object onTimer(
        @Nullable Object state, Timer timer, TransformContext<Object, Object> context) {
      context.emit("timer after " + state);
      return state;
    }
  }

  @SuppressWarnings("unchecked")
  private static final Codec<Object> VALUES = (Codec<Object>) (Codec<?>) ValueCodec.INSTANCE;

  private static TransformComputation computation(long expireAfterMicros) {
    Input in =
        new Input(
            new Arrivals.Input("in", "in", VALUES, null),
            KeySelector.ofValues(element -> ((String) element).split(" ", -1)[0]),
            null);
    Rules rules =
        new Rules(List.of(), expireAfterMicros, OnFailure.STOP, Rules.MOST_WAITING, true, false);
    return new TransformComputation(
        new TransformComputation.Program(
            "telling", new Telling(), List.of(in), VALUES, key -> key, VALUES, rules));
  }

  private TransformComputation telling = computation(Time.MAX);

  private void put(long micros, String element) {
    telling.accept(FROM, micros, element);
  }

  /** What is due: time, number of the key at that time, value. */
  private List<String> fire(long progress) {
    List<String> fired = new ArrayList<>();
    while (!telling.isEmpty() && telling.nextDueMicros() <= progress) {
      for (Output output : telling.fire(progress, 1)) {
        Derived result = (Derived) output.value();
        fired.add(output.timeMicros() + "/" + result.number() + " " + result.value());
      }
    }
    return fired;
  }

  @Test
  void elementsAreTakenAtOnceAsTheyCameWithTheirTimes() {
    put(12, "k c");
    put(10, "k a");
    put(11, "k b");

    assertThat(fire(Time.MIN)).containsExactly("12/1 c", "10/1 c,a", "11/1 c,a,b");
    assertThat(telling.isEmpty()).isTrue();
  }

  @Test
  void resultsOfATimeGoOnBeingCountedUntilProgressHasPassedIt() {
    put(10, "k a");
    put(20, "k b");
    assertThat(fire(5)).containsExactly("10/1 a", "20/1 a,b");
    put(10, "k c");
    put(20, "k d");
    assertThat(fire(10)).containsExactly("10/2 a,b,c", "20/2 a,b,c,d");
    put(20, "k e");

    assertThat(fire(20)).containsExactly("20/3 a,b,c,d,e");
  }

  @Test
  void nothingBelowTheEarliestThatWaitsIsPromised() {
    put(12, "k a");
    put(10, "k b");
    put(11, "k c");

    assertThat(telling.holdMicros()).isEqualTo(10);
    assertThat(telling.fire(10, 1)).hasSize(1);
    assertThat(telling.holdMicros()).isEqualTo(10);
    assertThat(fire(10)).hasSize(2);
    assertThat(telling.holdMicros()).isEqualTo(Time.MAX);
  }

  @Test
  void timersWaitForProgressAndHoldIt() {
    put(10, "k 15");
    put(30, "k b");
    assertThat(fire(12)).containsExactly("10/1 15", "30/1 15,b");
    assertThat(telling.holdMicros()).isEqualTo(10);

    assertThat(fire(14)).isEmpty();
    put(16, "k c");
    assertThat(fire(15)).containsExactly("16/1 15,b,c", "15/1 timer after 15,b,c");
    assertThat(telling.isEmpty()).isTrue();
  }

  @Test
  void anOlderElementDoesNotForgetAKeySooner() {
    telling = computation(10);
    put(20, "k a");
    put(12, "k b");
    assertThat(fire(12)).hasSize(2);

    assertThat(fire(25)).isEmpty();
    assertThat(telling.state("k")).isEqualTo("a,b");
    assertThat(fire(30)).isEmpty();
    assertThat(telling.state("k")).isNull();
  }

  @Test
  void whatWaitsAndWhatWasCountedIsRecorded() {
    put(10, "k a");
    assertThat(fire(5)).containsExactly("10/1 a");
    put(12, "k b");
    put(10, "k c");
    byte[] recorded = Bytes.write(telling::writeAll);
    telling = computation(Time.MAX);
    Bytes.read(
        recorded,
        in -> {
          telling.readInto(in);
          return in;
        });

    assertThat(telling.holdMicros()).isEqualTo(10);
    assertThat(fire(5)).containsExactly("12/1 a,b", "10/2 a,b,c");
  }
}
