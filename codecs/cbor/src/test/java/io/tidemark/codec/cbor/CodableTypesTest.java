package io.tidemark.codec.cbor;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class CodableTypesTest {
  private interface Open {}

  private static final class Bare {}

  static class Extensible {
    int number;
  }

  static final class Unmade {
    final int number;

    Unmade(int number) {
      this.number = number;
    }
  }

  private sealed interface State permits Good, Bad {}

  private record Good(long number) implements State {}

  private record Bad(List<Map<String, Runnable>> listeners) implements State {}

  private record Outer(long number, State state) {}

  private record Held(Object value) {}

  private record Raw<T>(T value) {}

  private record Maybe(Optional<String> name) {}

  private record Many(Collection<String> names) {}

  private record ByRecord(Map<Good, String> names) {}

  private record Reals(Set<Double> members) {}

  private record Fields(Extensible inner) {}

  private record Loop(List<Loop> inner, Unmade last) {}

  private sealed interface Generic permits Some {}

  private record Some<T>(List<T> values) implements Generic {}

  private sealed interface Twins permits Left.Same, Right.Same {}

  private static final class Left {
    private record Same() implements Twins {}
  }

  private static final class Right {
    private record Same() implements Twins {}
  }

  private sealed interface Leaking permits Leak {}

  private abstract static non-sealed class Leak implements Leaking {}

  private static void assertRefused(Class<?> type, String... parts) {
    assertThatThrownBy(() -> CborCodec.of(type))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a type cannot be coded: type=" + type.getName())
        .hasMessageContainingAll(parts);
  }

  @Test
  void refusesTypesThatSayTooLittle() {
    assertRefused(Object.class, "name the type");
    assertRefused(Held.class, "at=Held.value, actual=java.lang.Object");
    assertRefused(Raw.class, "at=Raw.value");
    assertRefused(List.class, "at=List[]");
    assertRefused(Open.class, "make it a sealed interface");
    assertRefused(Leaking.class, "at=Leaking(Leak)", "make it a record, or final, or sealed");
    assertRefused(Fields.class, "at=Fields.inner", "make it a record, or final, or sealed");
  }

  @Test
  void refusesFunctions() {
    assertRefused(Function.class, "keep what it is made of");
    assertRefused(
        Outer.class,
        "at=Outer.state(Bad).listeners[]{value}, actual=java.lang.Runnable",
        "keep what it is made of");
  }

  @Test
  void refusesClassesThatCannotBeMade() {
    assertRefused(Bare.class, "it has no fields; make it a record or an enum");
    assertRefused(Unmade.class, "constructor without parameters");
    assertRefused(Loop.class, "at=Loop.last");
  }

  @Test
  void refusesCollectionsWithoutAnOrderOfTheirOwn() {
    assertRefused(Many.class, "take List, Set or Map");
    assertRefused(Maybe.class, "let it be null");
    assertRefused(ByRecord.class, "at=ByRecord.names{key}", "keep others in a list of records");
    assertRefused(Reals.class, "at=Reals.members{member}");
  }

  @Test
  void refusesPermittedClassesThatNoNameTellsApart() {
    assertRefused(Twins.class, "give one of them a @JsonTypeName");
    assertRefused(Generic.class, "a permitted class has no type parameters");
  }
}
