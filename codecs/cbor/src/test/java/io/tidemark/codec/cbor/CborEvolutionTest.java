package io.tidemark.codec.cbor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonTypeName;
import io.tidemark.core.codec.Bytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CborEvolutionTest {
  private record First(String name, long price) {}

  private record Added(
      String name, long price, @Nullable String note, int count, boolean sold, @Nullable Long id) {}

  private record Removed(long price) {}

  private record Renamed(@JsonAlias("name") String title, long price) {}

  private record Retyped(String name, List<Long> price) {}

  private record Third(String name, String currency, long cents) {}

  record Strict(String name, long price, List<String> tags) {
    Strict {
      tags = List.copyOf(tags);
    }
  }

  private sealed interface Before permits Item {}

  private record Item(long number) implements Before {}

  private sealed interface After permits Article, Bundle {}

  @JsonTypeName("Item")
  private record Article(long number, long weight) implements After {}

  private record Bundle(List<Article> articles) implements After {}

  private static final First FIRST = new First("pen", 3);

  private static <T> byte[] bytes(CborCodec<T> codec, T value) {
    return Bytes.write(out -> codec.write(value, out));
  }

  private static <T> T first(CborCodec<T> codec) {
    return Bytes.read(bytes(CborCodec.of(First.class), FIRST), codec::read);
  }

  private static CborCodec<Third> third() {
    return CborCodec.of(Third.class)
        .version(3)
        .upcast(1, node -> node.put("currency", "EUR"))
        .upcast(2, node -> node.put("cents", node.get("price").asLong() * 100));
  }

  private static void assertRefused(ThrowingCallable reading, String... parts) {
    assertThatThrownBy(reading)
        .isInstanceOf(UncheckedIOException.class)
        .cause()
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll(parts);
  }

  @Test
  void readsAddedComponentsAsNothing() {
    assertThat(first(CborCodec.of(Added.class)))
        .isEqualTo(new Added("pen", 3, null, 0, false, null));
  }

  @Test
  void passesOverRemovedComponents() {
    assertThat(first(CborCodec.of(Removed.class))).isEqualTo(new Removed(3));
  }

  @Test
  void findsRenamedComponentsByTheirAlias() {
    assertThat(first(CborCodec.of(Renamed.class))).isEqualTo(new Renamed("pen", 3));
  }

  @Test
  void findsRenamedClassesByTheirTypeName() {
    byte[] old = bytes(CborCodec.of(Before.class), new Item(4));

    assertThat(Bytes.read(old, CborCodec.of(After.class)::read)).isEqualTo(new Article(4, 0));
  }

  @Test
  void refusesAnUnknownTypeId() {
    byte[] bytes = bytes(CborCodec.of(After.class), new Bundle(List.of()));

    assertRefused(() -> Bytes.read(bytes, CborCodec.of(Before.class)::read), "'Bundle'");
  }

  @Test
  void upcastsFromTheWrittenVersionOn() {
    assertThat(first(third())).isEqualTo(new Third("pen", "EUR", 300));

    byte[] second = bytes(CborCodec.of(First.class).version(2), FIRST);
    assertThat(Bytes.read(second, third()::read).cents()).isEqualTo(300);

    Third value = new Third("ink", "USD", 5);
    assertThat(Bytes.read(bytes(third(), value), third()::read)).isEqualTo(value);
  }

  @Test
  void readsAnOlderVersionOfTheSameShapeWithoutAnUpcast() {
    assertThat(first(CborCodec.of(Removed.class).version(5))).isEqualTo(new Removed(3));
  }

  @Test
  void refusesAVersionAboveItsOwn() {
    byte[] newer = bytes(CborCodec.of(First.class).version(2), FIRST);

    assertRefused(
        () -> Bytes.read(newer, CborCodec.of(First.class)::read),
        First.class.getName(),
        "expected=1 to 1, actual=2",
        "go on with the build that wrote them");
  }

  @Test
  void refusesAShapeThatDoesNotFit() {
    assertRefused(
        () -> first(CborCodec.of(Retyped.class).version(4)),
        Retyped.class.getName(),
        "written version=1, current version=4",
        "give the codec a version above 1 and an upcast from it");
  }

  @Test
  void refusesWhatAConstructorRefuses() {
    assertRefused(() -> first(CborCodec.of(Strict.class)), Strict.class.getName(), "upcast");
  }

  @Test
  void refusesANumberThatWouldChange() {
    record Real(double price) {}
    byte[] real = bytes(CborCodec.of(Real.class), new Real(1.5));

    assertRefused(() -> Bytes.read(real, CborCodec.of(Removed.class)::read), "upcast");
    record Whole(int price) {}
    byte[] large = bytes(CborCodec.of(Removed.class), new Removed(1L << 40));
    assertRefused(() -> Bytes.read(large, CborCodec.of(Whole.class)::read), "upcast");
  }

  @Test
  void widensNumbers() {
    record Real(double price) {}

    assertThat(first(CborCodec.of(Real.class))).isEqualTo(new Real(3));
  }

  @Test
  void namesAnUpcastThatFails() {
    CborCodec<First> codec =
        CborCodec.of(First.class)
            .version(2)
            .upcast(
                1,
                node -> {
                  throw new IllegalStateException("no such price");
                });

    assertRefused(() -> first(codec), "the upcast from 1 failed", "no such price");
  }

  @Test
  void refusesAnUpcastOfWhatIsNoObject() {
    enum Color {
      RED
    }
    byte[] red = bytes(CborCodec.of(Color.class), Color.RED);
    CborCodec<Color> codec = CborCodec.of(Color.class).version(2).upcast(1, node -> node);

    assertRefused(() -> Bytes.read(red, codec::read), "an upcast takes an object, not STRING");
  }

  @Test
  void refusesDamagedBytes() {
    byte[] bytes = bytes(CborCodec.of(First.class), FIRST);
    bytes[2] = (byte) 0xff;

    assertRefused(() -> Bytes.read(bytes, CborCodec.of(First.class)::read), "do not fit");
  }

  @Test
  void refusesVersionsThatDoNotCountUp() {
    CborCodec<First> codec = CborCodec.of(First.class);

    assertThatThrownBy(() -> codec.version(0)).hasMessageContaining("expected=1 or more, actual=0");
    assertThatThrownBy(() -> codec.upcast(1, node -> node))
        .hasMessageContaining("version=1, from=1; call version(…)");
    CborCodec<First> second = codec.version(2).upcast(1, node -> node);
    assertThatThrownBy(() -> second.upcast(1, node -> node)).hasMessageContaining("from=1");
    assertThatThrownBy(() -> second.version(1)).hasMessageContaining("expected=2 or more");
  }
}
