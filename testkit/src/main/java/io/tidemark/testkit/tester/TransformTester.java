package io.tidemark.testkit.tester;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.message.Arrivals;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Origin;
import io.tidemark.core.message.Output;
import io.tidemark.core.message.Placed;
import io.tidemark.core.time.Action;
import io.tidemark.core.time.Time;
import io.tidemark.core.transform.Derived;
import io.tidemark.core.transform.Input;
import io.tidemark.core.transform.Rules;
import io.tidemark.core.transform.SideOutput;
import io.tidemark.core.transform.Timer;
import io.tidemark.core.transform.Transform;
import io.tidemark.core.transform.TransformComputation;
import io.tidemark.core.transform.TransformFailure;
import io.tidemark.core.transform.Transformation;
import java.io.DataInput;
import java.io.DataOutput;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A transform for one key, driven by hand: elements go in, progress is advanced, results come out,
 * state and timers can be looked at. It runs the same code as a pipeline does.
 *
 * <pre>{@code
 * var ad = TransformTester.of(new WaitForClick(), "ad-7");
 * ad.put(noon, new Impression("ad-7"));
 * ad.put(noon.plusSeconds(30), new Click("ad-7"));
 *
 * assertThat(ad.advance(noon.plusSeconds(30))).isEmpty();
 * assertThat(ad.advance(noon.plusSeconds(31))).containsExactly(new Outcome("ad-7", true));
 * assertThat(ad.timers()).isEmpty();
 * }</pre>
 *
 * <p>Not thread-safe.
 *
 * @param <T> the type of the elements
 * @param <S> the type of the state
 * @param <O> the type of the results
 */
public final class TransformTester<T, S, O> {
  private static final EntityId.Partition FROM = new EntityId.Partition("elements", 0);

  /** Elements and states stay objects where nothing is restarted. */
  private static final Codec<Object> NONE =
      new Codec<>() {
        @Override
        public void write(Object value, DataOutput out) {
          throw new AssertionError("nothing is written here");
        }

        @Override
        public Object read(DataInput in) {
          throw new AssertionError("nothing is written here");
        }
      };

  /**
   * A result.
   *
   * @param time its time
   * @param value what the transform gave
   * @param <O> the type of the value
   */
  public record Result<O>(Instant time, O value) {}

  private final TransformComputation.Program program;
  private final Object key;
  private final boolean restarts;
  private final List<Derived> aside = new ArrayList<>();
  private TransformComputation computation;
  private long puts;
  private long progressMicros = Time.MIN;

  private TransformTester(TransformComputation.Program program, Object key, boolean restarts) {
    this.program = program;
    this.key = key;
    this.restarts = restarts;
    this.computation = new TransformComputation(program);
  }

  /** A transform, for a key that was never seen. */
  public static <K, T, S, O> TransformTester<T, S, O> of(
      Transform<? super K, ? super T, S, O> transform, K key) {
    return new TransformTester<>(program(transform, key, NONE, NONE, Rules.defaults()), key, false);
  }

  /** A transform with its side outputs, expiry and policy for failures. */
  public static <K, T, S, O extends Record> TransformTester<T, S, O> of(
      Transformation<? super K, ? super T, S, O> of, K key) {
    return new TransformTester<>(program(of.transform(), key, NONE, NONE, of.rules()), key, false);
  }

  /**
   * The same, which is written and read back after each element and each step of progress, as if
   * its process had been killed, so that a state that is not all written shows. The transform
   * itself is one object all the time: fields that it should not have are not lost.
   *
   * @param elements how elements are written
   * @param states how states are written
   */
  public static <K, T, S, O> TransformTester<T, S, O> restarting(
      Transform<? super K, ? super T, S, O> transform, K key, Codec<T> elements, Codec<S> states) {
    return new TransformTester<>(
        program(transform, key, untyped(elements), untyped(states), Rules.defaults()), key, true);
  }

  /**
   * A transform with all that holds for it, which is written and read back; see {@link
   * #restarting(Transform, Object, Codec, Codec)}.
   *
   * @param elements how elements are written
   */
  public static <K, T, S, O extends Record> TransformTester<T, S, O> restarting(
      Transformation<? super K, ? super T, S, O> of, K key, Codec<T> elements) {
    return new TransformTester<>(
        program(of.transform(), key, untyped(elements), untyped(of.states()), of.rules()),
        key,
        true);
  }

  @SuppressWarnings("unchecked") // What goes in is of the types that the signatures say.
  private static TransformComputation.Program program(
      Transform<?, ?, ?, ?> transform,
      Object key,
      Codec<Object> elements,
      Codec<Object> states,
      Rules rules) {
    Codec<Object> keys = constant(key);
    KeySelector<Object, Object> selector =
        new KeySelector<>(element -> key, keys, (left, right) -> left.equals(right) ? 0 : 1);
    Arrivals.Input read = new Arrivals.Input(FROM.source(), FROM.source(), elements, null);
    return new TransformComputation.Program(
        "tested",
        (Transform<Object, Object, Object, Object>) transform,
        List.of(new Input(read, selector, null)),
        keys,
        kept -> kept,
        states,
        rules);
  }

  private static Codec<Object> constant(Object key) {
    return new Codec<>() {
      @Override
      public void write(Object value, DataOutput out) {
        // There is one key.
      }

      @Override
      public Object read(DataInput in) {
        return key;
      }
    };
  }

  @SuppressWarnings("unchecked")
  private static Codec<Object> untyped(Codec<?> codec) {
    return (Codec<Object>) codec;
  }

  /**
   * Puts an element in, which arrives at its time. It waits until progress has passed its time;
   * elements may come in any order.
   *
   * @throws IllegalStateException where progress has passed its time
   */
  public void put(Instant time, T element) {
    put(time, time, element);
  }

  /**
   * The same with an arrival time of its own, which timers by the clock are mostly set after.
   *
   * @param arrival what {@code context.arrivalTime()} gives
   * @throws IllegalStateException where progress has passed its time
   */
  public void put(Instant time, Instant arrival, T element) {
    long timeMicros = Time.micros(time);
    Origin origin = new Origin(0, puts, timeMicros, Time.micros(arrival), Action.NONE);
    puts++;
    computation.accept(FROM, timeMicros, new Placed(origin, element));
    restart();
  }

  /**
   * Advances progress: no element before the time will come. Elements before it are taken, and
   * timers up to it run.
   *
   * @return the results, in their order
   * @throws IllegalArgumentException where it was advanced further before
   */
  public List<O> advance(Instant progress) {
    return values(advance(Time.micros(progress)));
  }

  /** Like {@link #advance}, with the times of the results. */
  public List<Result<O>> advanceTimed(Instant progress) {
    return advance(Time.micros(progress));
  }

  /** Ends the input: every element is taken, and every timer runs. */
  public List<O> end() {
    return values(advance(Time.MAX));
  }

  /**
   * Advances the clock, while progress stands: timers run that wait for it.
   *
   * @return the results, in their order
   * @throws IllegalStateException where the transform declares no timers by the clock
   */
  public List<O> advanceClock(Instant clock) {
    if (!program.rules().wallClock()) {
      throw new IllegalStateException(
          "the transform has no timers by the clock: expected=a Transformation with .wallClock()");
    }
    long clockMicros = Time.micros(clock);
    List<Result<O>> results = new ArrayList<>();
    while (computation.nextByClockMicros() <= clockMicros) {
      take(computation.ring(clockMicros, Long.MAX_VALUE, mostAtOnce()).outputs(), results);
    }
    return values(results);
  }

  private List<Result<O>> advance(long toMicros) {
    if (toMicros < progressMicros) {
      throw new IllegalArgumentException(
          "progress went back: current="
              + Time.format(progressMicros)
              + ", offered="
              + Time.format(toMicros));
    }
    progressMicros = toMicros;
    List<Result<O>> results = new ArrayList<>();
    do {
      take(computation.fire(toMicros, mostAtOnce()), results);
    } while (!computation.isEmpty() && computation.nextDueMicros() <= toMicros);
    return results;
  }

  private int mostAtOnce() {
    return restarts ? 1 : Integer.MAX_VALUE;
  }

  @SuppressWarnings("unchecked") // The transform's results are of the type.
  private void take(List<Output> outputs, List<Result<O>> results) {
    for (Output output : outputs) {
      Derived derived = (Derived) output.value();
      if (derived.output() == 0) {
        results.add(new Result<>(Time.instant(output.timeMicros()), (O) derived.value()));
      } else {
        aside.add(derived);
      }
    }
    restart();
  }

  /**
   * All results of a side output so far.
   *
   * @throws IllegalArgumentException where the transform was not given it
   */
  public <X extends Record> List<X> sideOutput(SideOutput<X> output) {
    int number = program.rules().output(output.name());
    List<X> results = new ArrayList<>();
    for (Derived derived : aside) {
      if (derived.output() == number) {
        results.add(output.form().type().cast(derived.value()));
      }
    }
    return results;
  }

  /** All elements and timers so far for which the transform threw, where it skips them. */
  public List<TransformFailure> failures() {
    return sideOutput(SideOutput.of(Rules.FAILURES, TransformFailure.class));
  }

  private static <O> List<O> values(List<Result<O>> results) {
    return results.stream().map(Result::value).toList();
  }

  private void restart() {
    if (restarts) {
      byte[] written = Bytes.write(computation::writeAll);
      TransformComputation next = new TransformComputation(program);
      Bytes.read(
          written,
          in -> {
            next.readInto(in);
            return in;
          });
      computation = next;
    }
  }

  /** The state; empty where the key has none. */
  @SuppressWarnings("unchecked") // It is what the transform returned.
  public Optional<S> state() {
    @Nullable Object state = computation.state(key);
    return Optional.ofNullable((S) state);
  }

  /** The timers that have not run, in the order in which they will. */
  public List<Timer> timers() {
    return computation.timers(key);
  }
}
