package io.tidemark.codec.cbor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeName;
import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
import io.tidemark.core.codec.GoldenBytes;
import io.tidemark.core.row.Codecs;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.WithNull;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CompactCodecTest {
  private enum Color {
    RED,
    GREEN {
      @Override
      boolean isCalm() {
        return true;
      }
    };

    boolean isCalm() {
      return false;
    }
  }

  private sealed interface Event permits Plain, Nested, Empty {}

  private record Plain(
      int number,
      long large,
      double real,
      boolean truth,
      @Nullable String text,
      @Nullable Instant time,
      @Nullable Integer boxed,
      @Nullable Long wide,
      @Nullable Double loose,
      @Nullable Boolean maybe,
      @Nullable Color color)
      implements Event {}

  private record Point(int x, int y) {}

  private record Line(Point from, @Nullable Point to) {}

  @JsonTypeName("drawn")
  private record Nested(@Nullable Line line, Point at, long last) implements Event {}

  private record Empty() implements Event {}

  private sealed interface Before permits Item, Gone {}

  private record Item(String name, int price, Point at) implements Before {}

  private record Gone() implements Before {}

  private sealed interface Later permits Article {}

  @JsonTypeName("Item")
  private record Article(
      @Nullable Long added,
      @JsonAlias("name") String title,
      long price,
      int count,
      Place at,
      @Nullable Instant when)
      implements Later {}

  private record Place(long y, int z, int x) {}

  private sealed interface Listed permits Pages {}

  @JsonTypeName("Item")
  private record Pages(String name, List<String> pages) implements Listed {}

  private sealed interface Priced permits Cents {}

  @JsonTypeName("Item")
  private record Cents(String name, long cents, String currency) implements Priced {}

  private record Looped(long number, @Nullable Looped next) {}

  private record Renaming(@JsonProperty("n") Point number) {}

  private record Lasting(Duration duration) {}

  private enum Shade {
    @JsonProperty("dark")
    DARK
  }

  private record Shaded(Shade shade) {}

  private static final Plain FULL =
      new Plain(
          -3,
          1L << 40,
          -0.5,
          true,
          "aΩ",
          Instant.parse("2024-01-01T00:00:00.000000001Z"),
          Integer.MIN_VALUE,
          Long.MIN_VALUE,
          Double.NaN,
          false,
          Color.GREEN);

  private static final Plain BARE =
      new Plain(0, 0, 0, false, null, null, null, null, null, null, null);

  private static final List<Event> EVENTS =
      List.of(
          FULL,
          BARE,
          new Nested(new Line(new Point(1, -64), null), new Point(2, 200), 5),
          new Nested(null, new Point(0, 0), -1),
          new Empty());

  private static <T> byte[] bytes(Codec<T> codec, T value) {
    return Bytes.write(out -> codec.write(value, out));
  }

  /** The way through the fast form, and the way of another shape, give the same. */
  private static <T> T copy(Class<T> type, T value) {
    byte[] bytes = bytes(Codecs.of(type), value);
    T read = Bytes.read(bytes, Codecs.of(type)::read);
    assertThat(Bytes.read(bytes, CborCodec.of(type)::read)).isEqualTo(read);
    return read;
  }

  private static <T, U> U across(Class<T> from, T value, Codec<U> to) {
    return Bytes.read(bytes(Codecs.of(from), value), to::read);
  }

  @Property
  void bringsBackWhatItWrote(
      @ForAll int number,
      @ForAll long large,
      @ForAll double real,
      @ForAll boolean truth,
      @ForAll @WithNull String text,
      @ForAll @WithNull Instant time,
      @ForAll @WithNull Integer boxed,
      @ForAll @WithNull Long wide,
      @ForAll @WithNull Double loose,
      @ForAll @WithNull Boolean maybe,
      @ForAll @WithNull Color color) {
    String whole = text == null ? null : text.replaceAll("\\p{Cs}", "?");
    Event event =
        new Plain(number, large, real, truth, whole, time, boxed, wide, loose, maybe, color);

    assertThat(copy(Event.class, event)).isEqualTo(event);
  }

  @Test
  void bringsBackRecordsOfRecordsAndNothing() {
    EVENTS.forEach(event -> assertThat(copy(Event.class, event)).isEqualTo(event));
    assertThat(copy(Event.class, FULL))
        .isInstanceOfSatisfying(
            Plain.class, plain -> assertThat(plain.color()).matches(Color::isCalm));
    Line line = new Line(new Point(1, 2), new Point(3, 4));
    assertThat(copy(Line.class, line)).isEqualTo(line);
    Plain edges =
        new Plain(
            1, 2, -0.0, true, "", Instant.MIN, null, null, Double.NEGATIVE_INFINITY, null, null);
    assertThat(copy(Event.class, edges)).isEqualTo(edges);
  }

  @Test
  void isFoundForSimpleTypesAlone() {
    assertThat(Codecs.of(Event.class)).isInstanceOf(CompactCodec.class);
    assertThat(Codecs.of(Line.class)).isInstanceOf(CompactCodec.class);
    List<Class<?>> others =
        List.of(Listed.class, Looped.class, Renaming.class, Shaded.class, Lasting.class);
    others.forEach(other -> assertThat(Codecs.of(other)).isInstanceOf(CborCodec.class));
  }

  @Test
  void readsWhatCborWrote() {
    CborCodec<Event> cbor = CborCodec.of(Event.class);
    Codec<Event> compact = Codecs.of(Event.class);

    EVENTS.forEach(
        event -> assertThat(Bytes.read(bytes(cbor, event), compact::read)).isEqualTo(event));
  }

  @Test
  void takesLessRoomThanCborForTimesAndLargeNumbers() {
    assertThat(bytes(Codecs.of(Event.class), FULL).length)
        .isLessThan(bytes(CborCodec.of(Event.class), FULL).length);
  }

  @Test
  void readsAddedRemovedRenamedMovedAndWidenedComponents() {
    Item item = new Item("pen", 3, new Point(1, 2));

    assertThat(across(Before.class, item, Codecs.of(Later.class)))
        .isEqualTo(new Article(null, "pen", 3, 0, new Place(2, 0, 1), null));
  }

  @Test
  void isReadAfterTheTypeHasOutgrownIt() {
    Codec<Listed> outgrown = Codecs.of(Listed.class);

    Listed read = across(Before.class, new Item("pen", 3, new Point(1, 2)), outgrown);
    assertThat(((Pages) read).name()).isEqualTo("pen");
  }

  @Test
  void isUpcastAsTheFirstVersion() {
    CborCodec<Priced> third =
        CborCodec.of(Priced.class)
            .version(3)
            .upcast(1, node -> node.put("currency", "EUR"))
            .upcast(2, node -> node.put("cents", node.get("price").asLong() * 100));

    assertThat(across(Before.class, new Item("pen", 3, new Point(1, 2)), third))
        .isEqualTo(new Cents("pen", 300, "EUR"));
  }

  @Test
  void refusesClassesThatAreGoneAndBytesThatAreNone() {
    assertThatThrownBy(() -> across(Before.class, new Gone(), Codecs.of(Later.class)))
        .hasMessageContaining("bytes do not fit their type")
        .hasMessageContaining("Gone");
    byte[] bytes = bytes(Codecs.of(Before.class), new Item("pen", 3, new Point(1, 2)));
    for (int i = 0; i < bytes.length; i++) {
      byte[] cut = java.util.Arrays.copyOf(bytes, i);
      assertThatThrownBy(() -> Bytes.read(cut, Codecs.of(Before.class)::read)).isNotNull();
    }
    for (String shape : List.of("", "Item", "Item(", "Item(a", "Item(a:", "Item(a:n", "I(a:n;")) {
      byte[] broken = Bytes.write(out -> writeShape(shape, out));
      assertThatThrownBy(() -> Bytes.read(broken, Codecs.of(Before.class)::read))
          .hasMessageContaining("no shape of a record");
    }
    byte[] unknown = Bytes.write(out -> writeShape("Item(a:x)", out));
    assertThatThrownBy(() -> Bytes.read(unknown, Codecs.of(Before.class)::read))
        .hasMessageContaining("no component of a record has the sign x");
  }

  private static void writeShape(String shape, java.io.DataOutput out) throws java.io.IOException {
    out.writeByte(CompactCodec.MARK);
    Bytes.writeBytes(shape.getBytes(StandardCharsets.UTF_8), out);
  }

  @Test
  void writesAndReadsWhatItAlwaysDid() {
    Codec<Event> codec = Codecs.of(Event.class);

    GoldenBytes.assertWritten(
        "compact",
        out -> {
          for (Event event : EVENTS) {
            codec.write(event, out);
          }
        });
    for (Codec<Event> reader : List.of(codec, CborCodec.of(Event.class))) {
      GoldenBytes.read(
          "compact",
          in -> {
            for (Event event : EVENTS) {
              assertThat(reader.read(in)).isEqualTo(event);
            }
            return in;
          });
    }
  }
}
