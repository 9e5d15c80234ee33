package io.tidemark.core.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.row.ValueOrder;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Aggregates over whole values: whatever the order and the parts, the same bytes. */
class OrderlessAggregatesTest {
  private static final double HUGE = Double.MAX_VALUE;

  private record Element(@Nullable Long number, @Nullable Double real, Object value) {}

  private static final List<Aggregate<Element, ?>> ALL =
      List.of(
          Aggregates.count(),
          Aggregates.sumOfLongs(Element::number),
          Aggregates.averageOfLongs(Element::number),
          Aggregates.sumOfDoubles(Element::real),
          Aggregates.averageOfDoubles(Element::real),
          Aggregates.min(Element::value),
          Aggregates.max(Element::value),
          Aggregates.stddevOfDoubles(Element::real),
          Aggregates.stddevOfLongs(Element::number),
          Aggregates.stddevPopulationOfDoubles(Element::real),
          Aggregates.stddevPopulationOfLongs(Element::number),
          Aggregates.percentile(0.9, Element::number),
          Aggregates.countDistinct(Element::value),
          Aggregates.collect(Element::real),
          Aggregates.topN(3, Element::number),
          Aggregates.topN(2, Element::number, Element::value),
          Aggregates.composite("two", List.of(Aggregates.count(), Aggregates.max(Element::value))));

  @Provide
  Arbitrary<List<Element>> elements() {
    Arbitrary<Long> numbers =
        Arbitraries.oneOf(
            Arbitraries.longs().between(-3, 3), Arbitraries.longs().between(-1L << 40, 1L << 40));
    Arbitrary<Double> reals = Arbitraries.of(0.1, -0.1, 0.0, -0.0, 1e17, 3.5, 1e-300, -7e200);
    Arbitrary<Integer> dice = Arbitraries.integers().between(0, 9);
    Arbitrary<Object> values =
        Arbitraries.of(List.of("a"), List.of("a", 2L), List.of("é"), List.of("z", 0.5), List.of());
    return Combinators.combine(numbers, reals, values, dice)
        .as((n, r, v, dots) -> new Element(dots == 0 ? null : n, dots == 1 ? null : r, v))
        .list()
        .ofMaxSize(25);
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void anyOrderAndAnyPartsGiveTheSameBytesAndResult(
      @ForAll @From("elements") List<Element> elements, @ForAll long seed) {
    for (Aggregate<Element, ?> aggregate : ALL) {
      check(aggregate, elements, new Random(seed));
    }
  }

  private static <A> void check(
      Aggregate<Element, A> aggregate, List<Element> elements, Random random) {
    A inOrder = aggregate.create();
    elements.forEach(element -> aggregate.add(inOrder, element));
    List<Element> shuffled = new ArrayList<>(elements);
    Collections.shuffle(shuffled, random);
    List<A> parts = new ArrayList<>(List.of(aggregate.create()));
    for (Element element : shuffled) {
      if (random.nextInt(4) == 0) {
        parts.add(aggregate.create());
      }
      aggregate.add(parts.get(random.nextInt(parts.size())), element);
    }
    Collections.shuffle(parts, random);
    while (parts.size() > 1) {
      A from = parts.remove(random.nextInt(parts.size()));
      int into = random.nextInt(parts.size());
      String before = bytes(aggregate, from);
      aggregate.merge(parts.get(into), from);
      assertThat(bytes(aggregate, from)).as("merged from").isEqualTo(before);
      parts.set(into, throughBytes(aggregate, parts.get(into)));
    }

    assertThat(bytes(aggregate, parts.get(0)))
        .as(aggregate.name())
        .isEqualTo(bytes(aggregate, inOrder));
    assertThat(aggregate.result(parts.get(0)))
        .as(aggregate.name())
        .isEqualTo(aggregate.result(inOrder));
  }

  private static <A> String bytes(Aggregate<?, A> aggregate, A accumulator) {
    return HexFormat.of().formatHex(Bytes.write(out -> aggregate.codec().write(accumulator, out)));
  }

  private static <A> A throughBytes(Aggregate<?, A> aggregate, A accumulator) {
    byte[] bytes = Bytes.write(out -> aggregate.codec().write(accumulator, out));
    return Bytes.read(bytes, in -> aggregate.codec().read(in));
  }

  @SafeVarargs
  private static <T, A> @Nullable Object over(Aggregate<T, A> aggregate, T... elements) {
    A accumulator = aggregate.create();
    for (T element : elements) {
      aggregate.add(accumulator, element);
    }
    return aggregate.result(accumulator);
  }

  /** Computed in decimals, with many more digits than a double has. */
  private static double deviation(List<BigDecimal> numbers, int divisor) {
    BigDecimal count = BigDecimal.valueOf(numbers.size());
    BigDecimal sum = numbers.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
    BigDecimal squares =
        numbers.stream().map(n -> n.multiply(n)).reduce(BigDecimal.ZERO, BigDecimal::add);
    BigDecimal spread = squares.multiply(count).subtract(sum.multiply(sum));
    MathContext digits = new MathContext(80);
    return spread
        .divide(count.multiply(BigDecimal.valueOf(divisor)), digits)
        .sqrt(digits)
        .doubleValue();
  }

  @Property
  void aDeviationOfDoublesIsTheExactOneRounded(
      @ForAll List<@From("doubles") Double> numbers, @ForAll boolean sample) {
    Aggregate<Double, ?> aggregate =
        sample ? Aggregates.stddevOfDoubles(n -> n) : Aggregates.stddevPopulationOfDoubles(n -> n);
    Object actual = over(aggregate, numbers.toArray(new Double[0]));
    int divisor = sample ? numbers.size() - 1 : numbers.size();
    if (divisor < 1) {
      assertThat(actual).isNull();
    } else {
      assertThat(actual)
          .isEqualTo(deviation(numbers.stream().map(BigDecimal::new).toList(), divisor));
    }
  }

  @Provide
  Arbitrary<Double> doubles() {
    return Arbitraries.oneOf(
        Arbitraries.integers().between(-100_000, 100_000).map(n -> n / 100.0),
        Arbitraries.of(0.0, -0.0, 1e-290, 1e-200, 1e200, -1e200, 1e16, 1.0));
  }

  @Property
  void aDeviationOfLongsIsTheExactOneRounded(@ForAll List<Long> numbers) {
    Object actual = over(Aggregates.stddevOfLongs(n -> n), numbers.toArray(new Long[0]));
    if (numbers.size() < 2) {
      assertThat(actual).isNull();
    } else {
      assertThat(actual)
          .isEqualTo(
              deviation(
                  numbers.stream().map(BigInteger::valueOf).map(BigDecimal::new).toList(),
                  numbers.size() - 1));
    }
  }

  @Test
  void aDeviationLosesNothingBesideALargeMean() {
    assertThat(over(Aggregates.stddevOfDoubles((Double n) -> n), 1e15 + 1, 1e15 + 2, 1e15 + 3))
        .isEqualTo(1.0);
    assertThat(over(Aggregates.stddevOfLongs((Long n) -> n), 2L, 4L)).isEqualTo(Math.sqrt(2));
    assertThat(over(Aggregates.stddevPopulationOfLongs((Long n) -> n), 2L, 4L)).isEqualTo(1.0);
    assertThat(over(Aggregates.stddevPopulationOfLongs((Long n) -> n), 7L)).isEqualTo(0.0);
  }

  @Test
  void aDeviationOfTheLeastDoublesIsRoundedToOneOfThem() {
    double least = Double.MIN_VALUE;
    Aggregate<Double, ?> population = Aggregates.stddevPopulationOfDoubles(n -> n);

    assertThat(over(population, -least, least)).isEqualTo(least);
    assertThat(over(population, 0.0, least)).as("half of it, to even").isEqualTo(0.0);
    assertThat(over(population, 0.0, 3 * least)).as("one and a half").isEqualTo(2 * least);
  }

  @Test
  void aDeviationBeyondTheLargestDoubleOverflows() {
    assertThat(over(Aggregates.stddevPopulationOfDoubles((Double n) -> n), HUGE, -HUGE))
        .isEqualTo(HUGE);
    assertThatThrownBy(() -> over(Aggregates.stddevOfDoubles((Double n) -> n), HUGE, -HUGE))
        .isInstanceOf(SumOverflow.class);
    assertThatThrownBy(() -> over(Aggregates.stddevOfDoubles((Double n) -> n), Double.NaN))
        .hasMessageContaining("NaN");
  }

  @Property
  void aPercentileIsTheLeastValueThatEnoughAreNotAbove(
      @ForAll List<Long> numbers, @ForAll("shares") int hundredths) {
    Object actual =
        over(Aggregates.percentile(hundredths / 100.0, n -> n), numbers.toArray(new Long[0]));
    List<Long> sorted = numbers.stream().sorted().toList();
    @Nullable Long expected = null;
    for (int i = sorted.size() - 1; i >= 0; i--) {
      if ((i + 1) * 100L >= (long) hundredths * sorted.size()) {
        expected = sorted.get(i);
      }
    }
    assertThat(actual).isEqualTo(expected);
  }

  @Provide
  Arbitrary<Integer> shares() {
    return Arbitraries.integers().between(0, 100);
  }

  @Test
  void aPercentileIsAValueThatCame() {
    Instant time = Instant.EPOCH;
    assertThat(over(Aggregates.percentile(0.5, (Long n) -> n), 4L, 1L, 3L, 2L)).isEqualTo(2L);
    assertThat(over(Aggregates.percentile(0, (Long n) -> n), 4L, 1L)).isEqualTo(1L);
    assertThat(over(Aggregates.percentile(1, (Long n) -> n), 4L, 1L)).isEqualTo(4L);
    assertThat(over(Aggregates.percentile(0.5, (Instant t) -> t), time, time.plusSeconds(1)))
        .isEqualTo(time);
    for (double share : new double[] {-0.1, 1.1, 95, Double.NaN}) {
      assertThatThrownBy(() -> Aggregates.percentile(share, n -> n))
          .hasMessageContaining("from 0 to 1");
    }
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void distinctValuesAreCountedAndAllAreCollectedInOrder(
      @ForAll @From("elements") List<Element> elements) {
    List<Object> values =
        elements.stream().map(Element::value).sorted(ValueOrder.INSTANCE).toList();
    TreeSet<Object> distinct = new TreeSet<>(ValueOrder.INSTANCE);
    distinct.addAll(values);
    Element[] array = elements.toArray(new Element[0]);

    assertThat(over(Aggregates.countDistinct(Element::value), array))
        .isEqualTo(values.isEmpty() ? null : (Object) (long) distinct.size());
    assertThat(over(Aggregates.collect(Element::value), array))
        .isEqualTo(values.isEmpty() ? null : values);
  }

  private record Car(@Nullable Long speed, String plate) {}

  @Test
  void theTopIsOrderedByTheValueThenByWhatIsTaken() {
    Aggregate<Car, ?> top = Aggregates.topN(3, Car::speed, Car::plate);

    assertThat(
            over(
                top,
                new Car(90L, "z"),
                new Car(120L, "c"),
                new Car(null, "none"),
                new Car(90L, "a"),
                new Car(90L, "b")))
        .isEqualTo(List.of("c", "a", "b"));
    assertThat(over(top, new Car(null, "none"))).isNull();
    assertThat(over(Aggregates.topN(2, Car::speed), new Car(1L, ""), new Car(1L, "")))
        .isEqualTo(List.of(1L, 1L));
    assertThatThrownBy(() -> Aggregates.topN(0, Car::speed)).hasMessageContaining("above zero");
  }
}
