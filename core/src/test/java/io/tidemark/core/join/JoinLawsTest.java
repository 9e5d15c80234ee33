package io.tidemark.core.join;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
import io.tidemark.core.codec.ValueCodec;
import io.tidemark.core.join.IntervalJoin.Kind;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.message.Arrivals;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Output;
import io.tidemark.core.time.Time;
import io.tidemark.core.transform.Derived;
import io.tidemark.core.transform.Input;
import io.tidemark.core.transform.Rules;
import io.tidemark.core.transform.Transform;
import io.tidemark.core.transform.TransformComputation;
import io.tidemark.core.window.Windows;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Joins against nested loops over all elements. */
class JoinLawsTest {
  private static final EntityId.Partition LEFT = new EntityId.Partition("left", 0);
  private static final EntityId.Partition RIGHT = new EntityId.Partition("right", 0);

  @SuppressWarnings("unchecked")
  private static final Codec<Object> VALUES = (Codec<Object>) (Codec<?>) ValueCodec.INSTANCE;

  private static final Parts PARTS =
      new Parts(
          "joined",
          List.of(
              new Parts.Part("left", VALUES, side(), Parts.Side.nothing()),
              new Parts.Part("right", VALUES, Parts.Side.nothing(), side())));

  private static Parts.Side side() {
    return new Parts.Side(held -> held, JoinLawsTest::keyOf);
  }

  /** An element: its time, its key, and which one it is. */
  private static List<Object> element(long micros, long key, String name) {
    return List.of(micros, key, name);
  }

  private static Object keyOf(Object element) {
    return ((List<?>) element).get(1);
  }

  private static long timeOf(Object element) {
    return (Long) ((List<?>) element).get(0);
  }

  private static Object pair(@Nullable Object left, @Nullable Object right) {
    return nameOf(left) + "-" + nameOf(right);
  }

  private static String nameOf(@Nullable Object element) {
    return element == null ? "" : (String) ((List<?>) element).get(2);
  }

  // Nullness of the function's result is lost in the record's type.
  @SuppressWarnings("NullAway")
  private static Input input(int part, String name) {
    return new Input(
        new Arrivals.Input(name, name, VALUES, null),
        KeySelector.ofValues(held -> PARTS.key(part, held)),
        held -> PARTS.sided(part, held));
  }

  @SuppressWarnings("unchecked")
  private static TransformComputation computation(
      Transform<Object, Object, JoinState, Object> join) {
    return new TransformComputation(
        new TransformComputation.Program(
            "joined",
            (Transform<Object, Object, Object, Object>) (Transform<?, ?, ?, ?>) join,
            List.of(input(0, "left"), input(1, "right")),
            VALUES,
            key -> key,
            (Codec<Object>) (Codec<?>) JoinState.codec(PARTS),
            Rules.defaults()));
  }

  /**
   * A snapshot and the deltas since then. Some deltas tell of several elements, and a snapshot may
   * be taken between two of them, so that it holds some of what the later one tells.
   */
  private static final class Journal {
    private final Random random;
    private final List<byte[]> deltas = new ArrayList<>();
    private byte[] snapshot;

    Journal(Random random, byte[] snapshot) {
      this.random = random;
      this.snapshot = snapshot;
    }

    void next(TransformComputation computation) {
      if (random.nextInt(4) == 0) {
        snapshot = Bytes.write(computation::writeAll);
        deltas.clear();
      }
      if (random.nextBoolean()) {
        deltas.add(Bytes.write(computation::writeDelta));
      }
    }

    TransformComputation recovered(TransformComputation last, TransformComputation again) {
      deltas.add(Bytes.write(last::writeDelta));
      read(snapshot, again);
      deltas.forEach(delta -> read(delta, again));
      assertThat(Bytes.write(again::writeAll)).isEqualTo(Bytes.write(last::writeAll));
      return again;
    }

    private static void read(byte[] bytes, TransformComputation into) {
      Bytes.read(
          bytes,
          in -> {
            into.readInto(in);
            return in;
          });
    }
  }

  /** What comes out, with elements that come in disorder and progress and restarts in between. */
  private static List<String> run(
      Transform<Object, Object, JoinState, Object> join,
      List<Object> lefts,
      List<Object> rights,
      Random random) {
    List<Object> all = new ArrayList<>(lefts);
    all.addAll(rights);
    Collections.shuffle(all, random);
    TransformComputation computation = computation(join);
    Journal journal = new Journal(random, Bytes.write(computation::writeAll));
    List<String> results = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      Object element = all.get(i);
      computation.accept(lefts.contains(element) ? LEFT : RIGHT, timeOf(element), element);
      long least = Time.MAX;
      for (Object later : all.subList(i + 1, all.size())) {
        least = Math.min(least, timeOf(later));
      }
      fire(computation, least, results);
      journal.next(computation);
      if (random.nextInt(3) == 0) {
        computation = journal.recovered(computation, computation(join));
      }
    }
    fire(computation, Time.MAX, results);
    assertThat(computation.isEmpty()).isTrue();
    return results;
  }

  private static void fire(TransformComputation computation, long progress, List<String> results) {
    while (!computation.isEmpty() && computation.nextDueMicros() <= progress) {
      long hold = computation.holdMicros();
      for (Output output : computation.fire(progress, 2)) {
        assertThat(output.timeMicros()).as("not before what was held").isGreaterThanOrEqualTo(hold);
        results.add(output.timeMicros() + " " + ((Derived) output.value()).value());
      }
    }
  }

  private static List<Object> elements(String side, List<Integer> times, Random random) {
    List<Object> elements = new ArrayList<>();
    for (int i = 0; i < times.size(); i++) {
      elements.add(element(times.get(i), random.nextInt(2), side + i));
    }
    return elements;
  }

  @Property(tries = 300)
  void anIntervalJoinIsWhatNestedLoopsFind(
      @ForAll @Size(max = 8) List<@IntRange(min = -20, max = 20) Integer> leftTimes,
      @ForAll @Size(max = 8) List<@IntRange(min = -20, max = 20) Integer> rightTimes,
      @ForAll @IntRange(min = -12, max = 12) int lower,
      @ForAll @IntRange(max = 9) int width,
      @ForAll Kind kind,
      @ForAll Random random) {
    List<Object> lefts = elements("l", leftTimes, random);
    List<Object> rights = elements("r", rightTimes, random);
    Interval interval = new Interval(lower, lower + width);

    assertThat(run(new IntervalJoin(interval, kind, JoinLawsTest::pair), lefts, rights, random))
        .containsExactlyInAnyOrderElementsOf(joined(interval, kind, lefts, rights));
  }

  private static List<String> joined(
      Interval interval, Kind kind, List<Object> lefts, List<Object> rights) {
    List<String> results = new ArrayList<>();
    for (Object left : lefts) {
      boolean met = false;
      for (Object right : rights) {
        if (meet(interval, left, right)) {
          met = true;
          if (kind != Kind.ANTI) {
            results.add(Math.max(timeOf(left), timeOf(right)) + " " + pair(left, right));
          }
        }
      }
      if (!met && kind != Kind.INNER) {
        long known = Math.max(timeOf(left), timeOf(left) + interval.upperMicros());
        results.add(known + " " + pair(left, null));
      }
    }
    for (Object right : rights) {
      if (kind == Kind.FULL && lefts.stream().noneMatch(left -> meet(interval, left, right))) {
        long known = Math.max(timeOf(right), timeOf(right) - interval.lowerMicros());
        results.add(known + " " + pair(null, right));
      }
    }
    return results;
  }

  private static boolean meet(Interval interval, Object left, Object right) {
    long apart = timeOf(right) - timeOf(left);
    return keyOf(left).equals(keyOf(right))
        && apart >= interval.lowerMicros()
        && apart <= interval.upperMicros();
  }

  @Property(tries = 200)
  void aVersionedJoinFindsTheLastVersionNotAfterTheElement(
      @ForAll @Size(max = 8) List<@IntRange(min = -9, max = 9) Integer> leftTimes,
      @ForAll @Size(max = 8) List<@IntRange(min = -9, max = 9) Integer> rightTimes,
      @ForAll boolean outer,
      @ForAll Random random) {
    List<Object> lefts = elements("l", leftTimes, random);
    List<Object> rights = elements("r", rightTimes.stream().distinct().toList(), random);
    List<String> expected = new ArrayList<>();
    for (Object left : lefts) {
      Object version = null;
      for (Object right : rights) {
        boolean known = keyOf(left).equals(keyOf(right)) && timeOf(right) <= timeOf(left);
        if (known && (version == null || timeOf(right) > timeOf(version))) {
          version = right;
        }
      }
      if (version != null || outer) {
        expected.add(timeOf(left) + " " + pair(left, version));
      }
    }

    assertThat(run(new VersionedJoin(outer, JoinLawsTest::pair), lefts, rights, random))
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  @Property(tries = 50)
  void anUnboundedJoinFindsEveryPair(
      @ForAll @Size(max = 8) List<@IntRange(min = -20, max = 20) Integer> leftTimes,
      @ForAll @Size(max = 8) List<@IntRange(min = -20, max = 20) Integer> rightTimes,
      @ForAll Random random) {
    List<Object> lefts = elements("l", leftTimes, random);
    List<Object> rights = elements("r", rightTimes, random);
    IntervalJoin join = new IntervalJoin(Interval.UNBOUNDED, Kind.INNER, JoinLawsTest::pair);

    assertThat(run(join, lefts, rights, random))
        .containsExactlyInAnyOrderElementsOf(
            joined(new Interval(-100, 100), Kind.INNER, lefts, rights));
  }

  @Property(tries = 100)
  void aCoGroupHasTheElementsOfEachWindow(
      @ForAll @Size(max = 8) List<@IntRange(min = -20, max = 20) Integer> leftTimes,
      @ForAll @Size(max = 8) List<@IntRange(min = -20, max = 20) Integer> rightTimes,
      @ForAll Random random) {
    List<Object> lefts = elements("l", leftTimes, random);
    List<Object> rights = elements("r", rightTimes, random);
    List<String> expected = new ArrayList<>();
    for (long start = -30; start <= 20; start += 5) {
      for (long key = 0; key < 2; key++) {
        long left = in(start, key, lefts);
        long right = in(start, key, rights);
        if (left + right > 0) {
          expected.add((start + 9) + " " + key + ": " + left + "-" + right);
        }
      }
    }
    Windows windows =
        Windows.hopping(Duration.of(10, ChronoUnit.MICROS), Duration.of(5, ChronoUnit.MICROS));
    CoGroup join =
        new CoGroup(
            windows,
            (key, window, some, others) -> List.of(key + ": " + some.size() + "-" + others.size()));

    assertThat(run(join, lefts, rights, random)).containsExactlyInAnyOrderElementsOf(expected);
  }

  private static long in(long start, long key, List<Object> elements) {
    return elements.stream()
        .filter(element -> keyOf(element).equals(key))
        .filter(element -> timeOf(element) >= start && timeOf(element) < start + 10)
        .count();
  }

  @Test
  void endsAtTheEndOfTheAxis() {
    List<Object> lefts = List.of(element(Time.MAX - 4, 0, "l"), element(Time.MAX - 1, 1, "m"));
    List<Object> rights = List.of(element(Time.MAX - 2, 0, "r"), element(Time.MIN + 1, 1, "s"));
    IntervalJoin join = new IntervalJoin(new Interval(-9, 9), Kind.FULL, JoinLawsTest::pair);

    assertThat(run(join, lefts, rights, new Random(1)))
        .containsExactlyInAnyOrder(
            (Time.MAX - 2) + " l-r", (Time.MAX - 1) + " m-", (Time.MIN + 10) + " -s");
  }
}
