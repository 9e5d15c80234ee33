package io.tidemark.core.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.core.time.Time;
import io.tidemark.core.window.Windows.Closed;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class WindowsTest {
  private record Bounds(long startMicros, long endMicros) {}

  @Provide
  Arbitrary<FixedWindows> windows() {
    Arbitrary<Long> lengths =
        Arbitraries.oneOf(
            Arbitraries.longs().between(1, 12),
            Arbitraries.of(Time.MAX, Time.MAX - 1, Time.MAX / 2, Time.MAX / 3 * 2));
    Arbitrary<Long> hops =
        Arbitraries.oneOf(lengths, Arbitraries.longs().between(Time.MAX / 8, Time.MAX));
    return Combinators.combine(lengths, hops, Arbitraries.longs(), Arbitraries.of(Closed.class))
        .as(
            (size, hop, offset, closed) ->
                new FixedWindows(
                    size, size > 1_000 ? Math.max(hop, size / 8) : hop, offset, closed));
  }

  @Provide
  Arbitrary<Long> times() {
    return Arbitraries.oneOf(
        Arbitraries.longs().between(-40, 40),
        Arbitraries.longs().between(Time.MIN + 1, Time.MIN + 20),
        Arbitraries.longs().between(Time.MAX - 20, Time.MAX - 1),
        Arbitraries.longs().between(Time.MIN + 1, Time.MAX - 1));
  }

  /** By the definition, in numbers without bounds: which windows hold the time, in order. */
  private static List<Bounds> byDefinition(FixedWindows windows, long micros) {
    BigInteger time = BigInteger.valueOf(micros);
    BigInteger size = BigInteger.valueOf(windows.sizeMicros());
    BigInteger hop = BigInteger.valueOf(windows.hopMicros());
    BigInteger offset = BigInteger.valueOf(windows.offsetMicros());
    boolean left = windows.closed() == Closed.LEFT;
    List<Bounds> found = new ArrayList<>();
    BigInteger start = time.subtract(time.subtract(offset).mod(hop));
    while (start.add(size).compareTo(time) >= 0) {
      BigInteger end = start.add(size);
      boolean holds =
          left
              ? start.compareTo(time) <= 0 && time.compareTo(end) < 0
              : start.compareTo(time) < 0 && time.compareTo(end) <= 0;
      if (holds) {
        found.add(0, new Bounds(clamp(start), clamp(end)));
      }
      start = start.subtract(hop);
    }
    return found;
  }

  private static long clamp(BigInteger time) {
    return time.max(BigInteger.valueOf(Time.MIN))
        .min(BigInteger.valueOf(Time.MAX))
        .longValueExact();
  }

  private static List<Bounds> of(Windows given, long micros) {
    WindowBounds windows = WindowBounds.of(given);
    long place = windows.place(micros);
    List<Bounds> found = new ArrayList<>();
    for (long back = windows.count(place) - 1; back >= 0; back--) {
      found.add(new Bounds(windows.start(place, back), windows.end(place, back)));
    }
    return found;
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void aTimeBelongsToTheWindowsThatHoldIt(
      @ForAll @From("windows") FixedWindows given, @ForAll @From("times") long micros) {
    assertThat(of(given, micros)).isEqualTo(byDefinition(given, micros));
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void aWindowIsFoundAgainFromItsBounds(
      @ForAll @From("windows") FixedWindows given, @ForAll @From("times") long micros) {
    WindowBounds windows = WindowBounds.of(given);
    long place = windows.place(micros);
    for (long back = 0; back < windows.count(place); back++) {
      long start = windows.start(place, back);
      long end = windows.end(place, back);
      assertThat(windows.back(place, start, end)).isEqualTo(back);
    }
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void allPlacesOfAPaneBelongToTheSameWindows(
      @ForAll @From("windows") FixedWindows given, @ForAll @From("times") long micros) {
    WindowBounds windows = WindowBounds.of(given);
    long place = windows.place(micros);
    long low = windows.paneLow(place);
    long high = windows.paneHigh(place);

    assertThat(place).isBetween(low, high - 1);
    for (long other : new long[] {low, high - 1}) {
      assertThat(windows.paneLow(other)).isEqualTo(low);
      assertThat(windows.paneHigh(other)).isEqualTo(high);
      assertThat(windows.count(other)).isEqualTo(windows.count(place));
      for (long back = 0; back < windows.count(place); back++) {
        assertThat(windows.start(other, back)).isEqualTo(windows.start(place, back));
        assertThat(windows.end(other, back)).isEqualTo(windows.end(place, back));
      }
    }
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void aResultLiesInItsWindowAndBelowTheProgressThatMakesItFinal(
      @ForAll @From("windows") FixedWindows given, @ForAll @From("times") long micros) {
    WindowBounds windows = WindowBounds.of(given);
    for (Bounds window : of(given, micros)) {
      long resultMicros = windows.resultTimeMicros(window.endMicros());
      assertThat(Time.isFinite(resultMicros)).isTrue();
      assertThat(resultMicros).isGreaterThanOrEqualTo(micros);
      assertThat(resultMicros).isLessThan(windows.dueMicros(window.endMicros()));
    }
  }

  @Test
  void tumblingWindowsStandSideBySide() {
    FixedWindows windows = Windows.tumbling(Duration.ofSeconds(10));

    assertThat(WindowBounds.of(windows).overlap()).isFalse();
    assertThat(of(windows, 0)).containsExactly(new Bounds(0, 10_000_000));
    assertThat(of(windows, 9_999_999)).containsExactly(new Bounds(0, 10_000_000));
    assertThat(of(windows.endInclusive(), 0)).containsExactly(new Bounds(-10_000_000, 0));
    assertThat(of(windows.endInclusive(), 1)).containsExactly(new Bounds(0, 10_000_000));
  }

  @Test
  void aSnapshotIsATick() {
    assertThat(of(Windows.snapshot(), 7)).containsExactly(new Bounds(7, 8));
  }

  @Test
  void anOffsetOfAnySignMovesThem() {
    FixedWindows windows = Windows.tumbling(Duration.ofHours(1));

    assertThat(windows.offset(Duration.ofMinutes(-15)))
        .isEqualTo(windows.offset(Duration.ofMinutes(45)));
    assertThat(of(windows.offset(Duration.ofMinutes(45)), 0))
        .containsExactly(new Bounds(-900_000_000L, 2_700_000_000L));
  }

  @Test
  void elementsBetweenTwoWindowsBelongToNone() {
    FixedWindows windows = new FixedWindows(3, 10, 0, Closed.LEFT);

    assertThat(of(windows, 2)).containsExactly(new Bounds(0, 3));
    assertThat(of(windows, 3)).isEmpty();
    assertThat(of(windows, -1)).isEmpty();
  }

  @Test
  void aWindowWithItsEndIsFinalATickLater() {
    FixedWindows second = Windows.tumbling(Duration.ofSeconds(1));
    WindowBounds left = WindowBounds.of(second);
    WindowBounds right = WindowBounds.of(second.endInclusive());

    assertThat(left.dueMicros(10)).isEqualTo(10);
    assertThat(left.resultTimeMicros(10)).isEqualTo(9);
    assertThat(right.dueMicros(10)).isEqualTo(11);
    assertThat(right.resultTimeMicros(10)).isEqualTo(10);
    assertThat(left.dueMicros(Time.MAX)).isEqualTo(Time.MAX);
    assertThat(right.dueMicros(Time.MAX)).isEqualTo(Time.MAX);
    assertThat(right.dueMicros(Time.MAX - 1)).isEqualTo(Time.MAX);
    assertThat(right.resultTimeMicros(Time.MAX)).isEqualTo(Time.MAX - 1);
  }

  @Test
  void aLengthThatIsNoneIsRefused() {
    assertThatThrownBy(() -> Windows.tumbling(Duration.ZERO)).hasMessageContaining("above zero");
    assertThatThrownBy(() -> Windows.hopping(Duration.ofSeconds(1), Duration.ofSeconds(-1)))
        .hasMessageContaining("above zero");
    assertThatThrownBy(() -> Windows.tumbling(Duration.ofNanos(1)))
        .hasMessageContaining("size is out of range")
        .hasMessageContaining("actual=PT0.000000001S");
    assertThatThrownBy(() -> Windows.tumbling(Duration.ofDays(200_000_000)))
        .hasMessageContaining("out of range");
  }
}
