package io.tidemark.core.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.core.codec.Bytes;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AggregatesTest {
  private static final double TINY = Double.MIN_VALUE;
  private static final double HUGE = Double.MAX_VALUE;

  @SafeVarargs
  private static <T, A> @Nullable Object over(Aggregate<T, A> aggregate, T... elements) {
    A accumulator = aggregate.create();
    for (T element : elements) {
      aggregate.add(accumulator, element);
    }
    return aggregate.result(accumulator);
  }

  /** Accumulates in parts, each through bytes, merged from left to right. */
  private static <T, A> @Nullable Object inParts(
      Aggregate<T, A> aggregate, List<T> elements, long seed) {
    List<T> shuffled = new ArrayList<>(elements);
    Random random = new Random(seed);
    Collections.shuffle(shuffled, random);
    A total = aggregate.create();
    A part = aggregate.create();
    for (T element : shuffled) {
      aggregate.add(part, element);
      if (random.nextInt(3) == 0) {
        aggregate.merge(total, throughBytes(aggregate, part));
        part = aggregate.create();
        total = throughBytes(aggregate, total);
      }
    }
    aggregate.merge(total, part);
    return aggregate.result(throughBytes(aggregate, total));
  }

  private static <A> A throughBytes(Aggregate<?, A> aggregate, A accumulator) {
    byte[] bytes = Bytes.write(out -> aggregate.codec().write(accumulator, out));
    return Bytes.read(bytes, in -> aggregate.codec().read(in));
  }

  private static Aggregate<Double, ?> sum() {
    return Aggregates.sumOfDoubles(number -> number);
  }

  private static Aggregate<Double, ?> average() {
    return Aggregates.averageOfDoubles(number -> number);
  }

  private static Aggregate<Long, ?> longSum() {
    return Aggregates.sumOfLongs(number -> number);
  }

  private static Aggregate<Long, ?> longAverage() {
    return Aggregates.averageOfLongs(number -> number);
  }

  @Provide
  Arbitrary<Double> anyDouble() {
    Arbitrary<Double> bits =
        Arbitraries.longs().map(Double::longBitsToDouble).filter(Double::isFinite);
    Arbitrary<Double> usual = Arbitraries.integers().between(-100_000, 100_000).map(n -> n / 100.0);
    Arbitrary<Double> special =
        Arbitraries.of(
            0.0, -0.0, TINY, -TINY, HUGE, -HUGE, Double.MIN_NORMAL, -Double.MIN_NORMAL, 1e16, 1.0);
    return Arbitraries.oneOf(bits, usual, special);
  }

  private static BigDecimal exactSum(List<Double> numbers) {
    return numbers.stream().map(BigDecimal::new).reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  @Property
  void aSumOfDoublesIsTheExactSumRoundedOnce(
      @ForAll List<@From("anyDouble") Double> numbers, @ForAll long seed) {
    double expected = exactSum(numbers).doubleValue();
    if (numbers.isEmpty()) {
      assertThat(inParts(sum(), numbers, seed)).isNull();
    } else if (Double.isInfinite(expected)) {
      assertThatThrownBy(() -> inParts(sum(), numbers, seed)).isInstanceOf(SumOverflow.class);
    } else {
      assertThat(inParts(sum(), numbers, seed)).isEqualTo(expected);
    }
  }

  @Property
  void anAverageOfDoublesIsTheirSumDividedAndAlwaysInRange(
      @ForAll List<@From("anyDouble") Double> numbers, @ForAll long seed) {
    double sum = exactSum(numbers).doubleValue();
    Object average = inParts(average(), numbers, seed);
    if (numbers.isEmpty()) {
      assertThat(average).isNull();
    } else if (Double.isInfinite(sum)) {
      BigDecimal scale = new BigDecimal(BigInteger.TWO.pow(64));
      double scaled = exactSum(numbers).divide(scale).doubleValue();
      assertThat(average).isEqualTo(scaled / numbers.size() * 0x1p64);
    } else {
      assertThat(average).isEqualTo(sum / numbers.size());
    }
  }

  @Property
  void equalSumsHaveEqualBytes(@ForAll List<@From("anyDouble") Double> numbers, @ForAll long seed) {
    List<Double> shuffled = new ArrayList<>(numbers);
    Collections.shuffle(shuffled, new Random(seed));
    List<Double> shuffledAmong = new ArrayList<>(List.of(1e300, -1e-300));
    shuffledAmong.addAll(shuffled);
    shuffledAmong.addAll(List.of(-1e300, 1e-300));
    List<Double> after = new ArrayList<>(List.of(0.0, 1.0, 2.0, -3.0));
    after.addAll(numbers);

    assertThat(bytesOf(shuffledAmong)).isEqualTo(bytesOf(after));
  }

  private static byte[] bytesOf(List<Double> numbers) {
    DoubleTotal total = new DoubleTotal();
    numbers.forEach(total::add);
    return Bytes.write(out -> DoubleTotal.CODEC.write(total, out));
  }

  @Property
  void longsAreSummedExactly(@ForAll List<Long> numbers, @ForAll long seed) {
    BigInteger exact =
        numbers.stream().map(BigInteger::valueOf).reduce(BigInteger.ZERO, BigInteger::add);
    if (numbers.isEmpty()) {
      assertThat(inParts(longSum(), numbers, seed)).isNull();
      assertThat(inParts(longAverage(), numbers, seed)).isNull();
      return;
    }
    assertThat(inParts(longAverage(), numbers, seed))
        .isEqualTo(exact.doubleValue() / numbers.size());
    if (exact.bitLength() > 63) {
      assertThatThrownBy(() -> inParts(longSum(), numbers, seed))
          .isInstanceOf(SumOverflow.class)
          .hasMessageContaining(exact.toString());
    } else {
      assertThat(inParts(longSum(), numbers, seed)).isEqualTo(exact.longValueExact());
    }
  }

  /** Among them halves of surrogate pairs, which UTF-8 cannot tell apart. */
  @Provide
  Arbitrary<List<String>> words() {
    return Arbitraries.strings()
        .withChars("aé\uFFFD\uD800\uD801\uDC00")
        .ofMaxLength(3)
        .list()
        .ofMaxSize(10);
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void extremesDoNotDependOnTheOrder(@ForAll @From("words") List<String> words, @ForAll long seed) {
    Aggregate<String, ?> min = Aggregates.min(word -> word);
    Aggregate<String, ?> max = Aggregates.max(word -> word);

    assertThat(inParts(min, words, seed)).isEqualTo(inParts(min, words, seed + 1));
    assertThat(inParts(max, words, seed)).isEqualTo(inParts(max, words, seed + 1));
  }

  @Test
  void manyCancellingValuesLeaveWhatIsLeft() {
    assertThat(over(sum(), 1e100, 1.0, -1e100)).isEqualTo(1.0);
    assertThat(over(sum(), HUGE, HUGE, -HUGE, -HUGE, TINY)).isEqualTo(TINY);
    assertThat(over(sum(), 0.1, 0.2, 0.3)).isEqualTo(0.6);
  }

  @Test
  void aZeroSumIsPositiveZero() {
    assertThat(over(sum(), -0.0, -0.0)).isEqualTo(0.0);
    assertThat(over(sum(), -1.5, 1.5)).isEqualTo(0.0);
  }

  @Test
  void halfAUnitBeyondTheLargestDoubleOverflows() {
    double halfUlp = Math.ulp(HUGE) / 2;

    assertThat(over(sum(), HUGE, Math.nextDown(halfUlp))).isEqualTo(HUGE);
    assertThatThrownBy(() -> over(sum(), HUGE, halfUlp))
        .isInstanceOf(SumOverflow.class)
        .hasMessageContaining("Infinity");
    assertThatThrownBy(() -> over(sum(), -HUGE, -HUGE)).hasMessageContaining("-Infinity");
  }

  @Test
  void theAverageOfLargestDoublesIsInRangeWhereTheirSumIsNot() {
    for (int count = 1; count < 70; count++) {
      Double[] numbers = new Double[count];
      Arrays.fill(numbers, HUGE);
      assertThat(over(average(), numbers)).isIn(HUGE, Math.nextDown(HUGE));
    }
  }

  @Test
  void aValueThatIsNotFiniteIsRefused() {
    assertThatThrownBy(() -> over(sum(), Double.NaN)).hasMessageContaining("NaN");
    assertThatThrownBy(() -> over(sum(), Double.POSITIVE_INFINITY))
        .hasMessageContaining("Infinity");
  }

  @Test
  void countCountsElementsAndTheOthersSkipEmptyValues() {
    Optional<Double> empty = Optional.empty();
    List<Optional<Double>> numbers = List.of(Optional.of(1.0), empty, Optional.of(4.0));

    assertThat(inParts(Aggregates.count(), numbers, 1)).isEqualTo(3L);
    assertThat(inParts(Aggregates.sumOfDoubles(this::orNull), numbers, 1)).isEqualTo(5.0);
    assertThat(inParts(Aggregates.averageOfDoubles(this::orNull), numbers, 1)).isEqualTo(2.5);
    assertThat(inParts(Aggregates.sumOfLongs(this::longOrNull), numbers, 1)).isEqualTo(5L);
    assertThat(inParts(Aggregates.averageOfLongs(this::longOrNull), numbers, 1)).isEqualTo(2.5);
    assertThat(inParts(Aggregates.min(this::orNull), numbers, 1)).isEqualTo(1.0);
    assertThat(inParts(Aggregates.max(this::orNull), numbers, 1)).isEqualTo(4.0);
  }

  @Test
  void overNoValueTheResultIsNull() {
    List<Optional<Double>> numbers = List.of(Optional.empty());

    assertThat(inParts(Aggregates.count(), List.of(), 1)).isEqualTo(0L);
    assertThat(inParts(Aggregates.sumOfDoubles(this::orNull), numbers, 1)).isNull();
    assertThat(inParts(Aggregates.averageOfDoubles(this::orNull), numbers, 1)).isNull();
    assertThat(inParts(Aggregates.sumOfLongs(this::longOrNull), numbers, 1)).isNull();
    assertThat(inParts(Aggregates.averageOfLongs(this::longOrNull), numbers, 1)).isNull();
    assertThat(inParts(Aggregates.min(this::orNull), numbers, 1)).isNull();
    assertThat(inParts(Aggregates.max(this::orNull), numbers, 1)).isNull();
  }

  private @Nullable Double orNull(Optional<Double> number) {
    return number.orElse(null);
  }

  private @Nullable Long longOrNull(Optional<Double> number) {
    return number.map(Double::longValue).orElse(null);
  }

  @Test
  void extremesFollowTheOrderOfValues() {
    Aggregate<Object, ?> min = Aggregates.min(value -> value);
    Aggregate<Object, ?> max = Aggregates.max(value -> value);

    assertThat(over(min, 3L, -5L, 4L)).isEqualTo(-5L);
    assertThat(over(max, "z", "é", "a")).isEqualTo("é");
    assertThat(over(min, 0.0, -0.0)).isEqualTo(-0.0);
    assertThat(over(max, Instant.EPOCH, Instant.EPOCH.plusSeconds(1)))
        .isEqualTo(Instant.EPOCH.plusSeconds(1));
    assertThat(over(max, false, true)).isEqualTo(true);
    assertThat(over(min, List.of("b"), List.of("a", 1L))).isEqualTo(List.of("a", 1L));
  }

  @Test
  void aCompositeGivesTheListOfItsResults() {
    Aggregate<Double, ?> both = Aggregates.composite("both", List.of(Aggregates.count(), sum()));

    assertThat(both.name()).isEqualTo("both");
    assertThat(over(both, 1.0, 2.0)).isEqualTo(List.of(2L, 3.0));
    assertThat(inParts(both, List.of(1.0, 2.0, 4.0), 7)).isEqualTo(List.of(3L, 7.0));
  }

  @Test
  void anAggregateCanHaveAnotherName() {
    assertThat(sum().name()).isEqualTo("sum");
    assertThat(sum().as("total").name()).isEqualTo("total");
    assertThat(over(sum().as("total"), 1.0, 2.0)).isEqualTo(3.0);
  }
}
