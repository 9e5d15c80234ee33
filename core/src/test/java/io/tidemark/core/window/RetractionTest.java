package io.tidemark.core.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.time.Time;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rows of windows that slide are the same whether what left is taken out or what is inside is
 * merged anew; times are ticks.
 */
class RetractionTest {
  private static final int ELEMENTS = 4_000;

  private record Element(long micros, String key, @Nullable Long number, @Nullable Double real) {}

  /** A program's own: the product of what is odd, modulo 2⁶⁴, where each has an inverse. */
  private static final class Product implements Aggregate<Element, long[]> {
    private final boolean retracts;
    private long merges;
    private long retractions;

    Product(boolean retracts) {
      this.retracts = retracts;
    }

    @Override
    public String name() {
      return "product";
    }

    @Override
    public long[] create() {
      return new long[] {1};
    }

    @Override
    public void add(long[] accumulator, Element element) {
      accumulator[0] *= 2 * Objects.requireNonNullElse(element.number, 0L) + 1;
    }

    @Override
    public void merge(long[] into, long[] from) {
      into[0] *= from[0];
      merges++;
    }

    @Override
    public @Nullable Retraction<long[]> retraction() {
      return retracts ? this::divide : null;
    }

    private void divide(long[] from, long[] part) {
      long inverse = part[0];
      for (int i = 0; i < 6; i++) {
        inverse *= 2 - part[0] * inverse;
      }
      from[0] *= inverse;
      retractions++;
    }

    @Override
    public Object result(long[] accumulator) {
      return accumulator[0];
    }

    @Override
    public Codec<long[]> codec() {
      return new Codec<>() {
        @Override
        public void write(long[] value, DataOutput out) throws IOException {
          out.writeLong(value[0]);
        }

        @Override
        public long[] read(DataInput in) throws IOException {
          return new long[] {in.readLong()};
        }
      };
    }
  }

  /** The same, that does not say how it is taken out. */
  private record Merged<T, A>(Aggregate<T, A> aggregate) implements Aggregate<T, A> {
    static <T, A> Aggregate<T, A> of(Aggregate<T, A> aggregate) {
      return new Merged<>(aggregate);
    }

    @Override
    public String name() {
      return aggregate.name();
    }

    @Override
    public A create() {
      return aggregate.create();
    }

    @Override
    public void add(A accumulator, T element) {
      aggregate.add(accumulator, element);
    }

    @Override
    public void merge(A into, A from) {
      aggregate.merge(into, from);
    }

    @Override
    public @Nullable Object result(A accumulator) {
      return aggregate.result(accumulator);
    }

    @Override
    public Codec<A> codec() {
      return aggregate.codec();
    }
  }

  private static final List<Aggregate<Element, ?>> EXACT =
      List.of(
          Aggregates.count(),
          Aggregates.sumOfLongs(Element::number),
          Aggregates.averageOfLongs(Element::number),
          Aggregates.sumOfDoubles(Element::real),
          Aggregates.averageOfDoubles(Element::real),
          Aggregates.stddevOfDoubles(Element::real),
          Aggregates.stddevPopulationOfLongs(Element::number),
          Aggregates.percentile(0.9, Element::number),
          Aggregates.countDistinct(Element::number),
          Aggregates.<Element>collect(Element::real).as("reals"),
          Aggregates.composite("two", List.of(Aggregates.count(), new Product(true))),
          new Product(true));

  private static List<Element> elements(long seed) {
    Random random = new Random(seed);
    double[] reals = {0.1, -0.1, 0.0, -0.0, 1e17, 3.5, 1e-300, -7e200, 1e-5};
    List<Element> elements = new ArrayList<>();
    long micros = 0;
    for (int i = 0; i < ELEMENTS; i++) {
      micros += random.nextInt(12) == 0 ? random.nextInt(300) : random.nextInt(4);
      boolean none = random.nextInt(9) == 0;
      long number = random.nextInt(5) == 0 ? random.nextLong() >> 20 : random.nextInt(7) - 3;
      String key = "abc".substring(random.nextInt(3)).substring(0, 1);
      elements.add(
          new Element(
              micros,
              key,
              none ? null : number,
              none ? null : (Double) reals[random.nextInt(reals.length)]));
    }
    return elements;
  }

  private static Windowing<String, Element> step(
      Windows windows, List<Aggregate<Element, ?>> aggregates) {
    return Windowing.of("slides", windows, KeySelector.ofValues(Element::key), aggregates);
  }

  /** Elements in blocks that are shuffled, with restarts between some of them. */
  private static List<WindowResult<String>> rows(
      Windows windows, List<Aggregate<Element, ?>> aggregates, List<Element> elements, long seed) {
    Random random = new Random(seed);
    Windowing<String, Element> step = step(windows, aggregates);
    List<WindowResult<String>> rows = new ArrayList<>();
    for (int from = 0; from < elements.size(); ) {
      int to = Math.min(elements.size(), from + 1 + random.nextInt(40));
      List<Element> block = new ArrayList<>(elements.subList(from, to));
      Collections.shuffle(block, random);
      for (Element element : block) {
        step.accept(element.micros, element);
      }
      long progress = to == elements.size() ? Time.MAX : elements.get(to).micros;
      for (int size = -1; size != rows.size(); ) {
        size = rows.size();
        rows.addAll(step.fire(progress, 1 + random.nextInt(5)));
      }
      if (random.nextInt(8) == 0) {
        byte[] bytes = Bytes.write(step::writeAll);
        step = step(windows, aggregates);
        Windowing<String, Element> restored = step;
        Bytes.<Object>read(
            bytes,
            in -> {
              restored.readInto(in);
              return restored;
            });
      }
      from = to;
    }
    return rows;
  }

  static List<Windows> windows() {
    return List.of(
        new SlidingWindows(60, true),
        new SlidingWindows(7, true),
        new SlidingWindows(200, false),
        Windows.count(1),
        Windows.count(5),
        Windows.count(40));
  }

  @ParameterizedTest
  @MethodSource("windows")
  void takingOutGivesWhatMergingAnewGives(Windows windows) {
    List<Element> elements = elements(42);
    List<Aggregate<Element, ?>> merged = new ArrayList<>();
    EXACT.forEach(aggregate -> merged.add(Merged.of(aggregate)));

    List<WindowResult<String>> rows = rows(windows, EXACT, elements, 1);

    assertThat(rows).hasSizeGreaterThan(1_000).isEqualTo(rows(windows, merged, elements, 2));
    assertThat(Composite.of(EXACT).retraction()).isNotNull();
    assertThat(Composite.of(merged).retraction()).isNull();
  }

  @ParameterizedTest
  @MethodSource("windows")
  void oneThatCannotTakeOutIsMergedAnewBesideOneThatCan(Windows windows) {
    List<Element> elements = elements(43);
    List<Aggregate<Element, ?>> mixed = List.of(new Product(true), Aggregates.max(Element::number));
    List<Aggregate<Element, ?>> merged =
        List.of(new Product(false), Aggregates.max(Element::number));

    assertThat(rows(windows, mixed, elements, 1)).isEqualTo(rows(windows, merged, elements, 1));
  }

  @Test
  void whatIsTakenOutLeavesTheSameBytes() {
    List<Element> elements = elements(44);
    for (Aggregate<Element, ?> aggregate : EXACT) {
      check(aggregate, elements);
    }
  }

  private static <A> void check(Aggregate<Element, A> aggregate, List<Element> elements) {
    Retraction<A> retraction = aggregate.retraction();
    A kept = aggregate.create();
    A total = aggregate.create();
    List<A> parts = new ArrayList<>();
    for (Element element : elements.subList(0, 500)) {
      A part = aggregate.create();
      aggregate.add(part, element);
      aggregate.merge(total, part);
      if (element.micros % 3 == 0) {
        aggregate.merge(kept, part);
      } else {
        parts.add(part);
      }
    }
    assertThat(retraction).as(aggregate.name()).isNotNull();
    if (retraction != null) {
      for (A part : parts) {
        retraction.retract(total, part);
      }
    }
    assertThat(bytes(aggregate, total)).as(aggregate.name()).isEqualTo(bytes(aggregate, kept));
  }

  private static <A> String bytes(Aggregate<?, A> aggregate, A accumulator) {
    return HexFormat.of().formatHex(Bytes.write(out -> aggregate.codec().write(accumulator, out)));
  }

  /** Whatever the size of the windows. */
  @ParameterizedTest
  @MethodSource("longWindows")
  void eachElementIsMergedAndTakenOutOnce(Windows windows) {
    Product product = new Product(true);
    Product other = new Product(false);
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < ELEMENTS; i++) {
      elements.add(new Element(i, "a", (long) i, null));
    }

    Windowing<String, Element> step = step(windows, List.of(product));
    Windowing<String, Element> anew = step(windows, List.of(other));
    List<WindowResult<String>> rows = new ArrayList<>();
    for (Element element : elements) {
      step.accept(element.micros, element);
      anew.accept(element.micros, element);
      List<WindowResult<String>> fired = step.fire(element.micros, 10);
      rows.addAll(fired);
      assertThat(anew.fire(element.micros, 10)).isEqualTo(fired);
    }

    assertThat(rows).hasSizeGreaterThan(ELEMENTS / 2);
    assertThat(product.merges).isLessThanOrEqualTo(ELEMENTS);
    assertThat(product.retractions).isLessThanOrEqualTo(ELEMENTS);
    assertThat(other.merges).isGreaterThan(500L * ELEMENTS);
  }

  static List<Windows> longWindows() {
    return List.of(new SlidingWindows(1_000, false), Windows.count(1_000));
  }
}
