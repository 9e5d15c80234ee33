package io.tidemark.core.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.core.codec.Bytes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Aggregates that depend on positions: whatever the order and the parts, the same bytes. */
class PositionedAggregatesTest {
  private record Placed(Position position, @Nullable Long value) {}

  @Provide
  Arbitrary<List<Placed>> elements() {
    Arbitrary<Long> few = Arbitraries.longs().between(-2, 2);
    Arbitrary<Integer> index = Arbitraries.integers().between(0, 1);
    Arbitrary<List<Object>> ranks =
        Arbitraries.of(List.of(), List.of(3L, 1L, "é"), List.of(3L, 1L, "z"));
    Arbitrary<Position> positions =
        Combinators.combine(few, index, index, index, index.map(Long::valueOf), ranks)
            .as(Position::new);
    return Combinators.combine(positions, few.injectNull(0.2))
        .as(Placed::new)
        .list()
        .uniqueElements(Placed::position)
        .ofMaxSize(20);
  }

  @Property
  void theFirstAndLastValueAreThoseInTheOrderOfPositionsWhateverCameWhen(
      @ForAll @From("elements") List<Placed> elements, @ForAll long seed) {
    List<Long> values = new ArrayList<>();
    elements.stream()
        .sorted((left, right) -> left.position.compareTo(right.position))
        .forEach(
            element -> {
              if (element.value != null) {
                values.add(element.value);
              }
            });
    boolean none = values.isEmpty();

    check(Aggregates.first(Placed::value), elements, seed, none ? null : values.get(0));
    check(
        Aggregates.last(Placed::value),
        elements,
        seed,
        none ? null : values.get(values.size() - 1));
  }

  private static <A> void check(
      Aggregate<Placed, A> aggregate, List<Placed> elements, long seed, @Nullable Object expected) {
    A inOrder = aggregate.create();
    elements.forEach(element -> aggregate.add(inOrder, element, element.position));
    Random random = new Random(seed);
    List<Placed> shuffled = new ArrayList<>(elements);
    Collections.shuffle(shuffled, random);
    A part = aggregate.create();
    A total = aggregate.create();
    for (Placed element : shuffled) {
      aggregate.add(part, element, element.position);
      if (random.nextInt(3) == 0) {
        aggregate.merge(total, part);
        total = throughBytes(aggregate, total);
        part = aggregate.create();
      }
    }
    aggregate.merge(part, total);

    assertThat(aggregate.result(inOrder)).isEqualTo(expected);
    assertThat(bytes(aggregate, part)).isEqualTo(bytes(aggregate, inOrder));
  }

  private static <A> String bytes(Aggregate<?, A> aggregate, A accumulator) {
    return HexFormat.of().formatHex(Bytes.write(out -> aggregate.codec().write(accumulator, out)));
  }

  private static <A> A throughBytes(Aggregate<?, A> aggregate, A accumulator) {
    byte[] bytes = Bytes.write(out -> aggregate.codec().write(accumulator, out));
    return Bytes.read(bytes, in -> aggregate.codec().read(in));
  }

  @Test
  void oneThatNeedsAPositionDoesNotGuessOne() {
    Aggregate<Long, ?> first = Aggregates.<Long>first(value -> value).as("opening");

    assertThat(first.isOrdered()).isTrue();
    assertThatThrownBy(() -> add(first))
        .hasMessageContaining("without a position: aggregate=first");
  }

  private static <A> void add(Aggregate<Long, A> aggregate) {
    aggregate.add(aggregate.create(), 1L);
  }

  @Test
  void oneOfSeveralIsOrderedWhereAPartIs() {
    Aggregate<Long, ?> some =
        Aggregates.composite("some", List.of(Aggregates.count(), Aggregates.last(value -> value)));
    Aggregate<Long, ?> none = Aggregates.composite("none", List.of(Aggregates.count()));

    assertThat(some.isOrdered()).isTrue();
    assertThat(none.isOrdered()).isFalse();
  }
}
