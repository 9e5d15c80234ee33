package io.tidemark.codec.cbor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
import io.tidemark.core.codec.GoldenBytes;
import io.tidemark.core.row.Codecs;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.WithNull;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CborCodecTest {
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

  sealed interface State permits Empty, Shown, Late, Pause {}

  record Empty() implements State {}

  record Shown(String ad, Instant at) implements State {
    /** Not a component, so not written. */
    public boolean isOpen() {
      return true;
    }

    public String getTitle() {
      return ad + "!";
    }
  }

  sealed interface Late extends State permits Missed, Held {}

  @JsonTypeName("gone")
  record Missed(Duration by) implements Late {}

  record Held(List<State> inner) implements Late {}

  enum Pause implements State {
    SHORT,
    LONG
  }

  private record Box<T>(T value) {}

  private record Everything(
      byte small,
      short medium,
      int number,
      long large,
      float single,
      double real,
      char letter,
      boolean truth,
      @Nullable Long none,
      BigDecimal amount,
      BigInteger huge) {}

  private record Nested(
      @Nullable State state,
      List<State> states,
      Map<String, List<State>> byName,
      Map<Color, Box<State>> byColor,
      Map<Instant, Long> byTime,
      Set<Integer> numbers,
      @Nullable Nested next) {}

  private record Counts(Map<String, Long> byName, Set<String> names) {}

  private record Times(Instant at, Duration length) {}

  private static final class Tally {
    private final Map<String, Integer> counts = new TreeMap<>();
    private transient int cached = 7;
    private int total;
    private byte[] bytes = {};

    int sum() {
      return total + cached;
    }
  }

  private abstract static sealed class Shape permits Circle, Dot {
    String name = "";
  }

  private static final class Circle extends Shape {
    int radius;
  }

  private static final class Dot extends Shape {}

  private record Drawing(List<Shape> shapes) {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.CLASS)
  private record Named(long number, @JsonTypeInfo(use = JsonTypeInfo.Id.CLASS) Empty inner) {}

  private static final Nested NESTED =
      new Nested(
          new Shown("a", Instant.parse("2024-01-01T00:00:00.000000001Z")),
          List.of(new Empty(), Pause.LONG, new Missed(Duration.ofMillis(-1))),
          Map.of("x", List.of(new Held(List.of(new Empty(), Pause.SHORT)))),
          Map.of(Color.GREEN, new Box<>(new Empty()), Color.RED, new Box<>(Pause.SHORT)),
          Map.of(Instant.EPOCH, 1L),
          Set.of(3, 1, 2),
          new Nested(null, List.of(), Map.of(), Map.of(), Map.of(), Set.of(), null));

  private static <T> T copy(Class<T> type, T value) {
    CborCodec<T> codec = CborCodec.of(type);
    T direct = Bytes.read(bytes(codec, value), codec::read);
    // The way of an upcast, through a tree, gives the same.
    if (!(value instanceof Enum)) {
      CborCodec<T> next = codec.version(2).upcast(1, node -> node);
      T upcast = Bytes.read(bytes(codec, value), next::read);
      assertThat(bytes(codec, upcast)).isEqualTo(bytes(codec, direct));
    }
    return direct;
  }

  private static <T> byte[] bytes(Codec<T> codec, T value) {
    return Bytes.write(out -> codec.write(value, out));
  }

  private static <T> String text(Class<T> type, T value) {
    return new String(bytes(CborCodec.of(type), value), StandardCharsets.ISO_8859_1);
  }

  @Property
  void bringsBackWhatItWrote(
      @ForAll byte small,
      @ForAll short medium,
      @ForAll int number,
      @ForAll long large,
      @ForAll float single,
      @ForAll double real,
      @ForAll boolean truth,
      @ForAll @WithNull Long none,
      @ForAll BigDecimal amount,
      @ForAll BigInteger huge) {
    Everything all =
        new Everything(small, medium, number, large, single, real, 'Ω', truth, none, amount, huge);

    assertThat(copy(Everything.class, all)).isEqualTo(all);
  }

  @Property
  void bringsBackMapsAndSets(@ForAll Map<String, Long> byName, @ForAll Set<String> names) {
    Map<String, Long> whole = new HashMap<>();
    byName.forEach((name, count) -> whole.put(name.replaceAll("\\p{Cs}", "?"), count));
    Set<String> others = new LinkedHashSet<>();
    names.forEach(name -> others.add(name.replaceAll("\\p{Cs}", "?")));
    Counts counts = new Counts(whole, others);

    assertThat(copy(Counts.class, counts)).isEqualTo(counts);
  }

  @Property
  void bringsBackTimes(@ForAll Instant at, @ForAll Duration length) {
    Times times = new Times(at, length);

    assertThat(copy(Times.class, times)).isEqualTo(times);
  }

  @Test
  void bringsBackTheEdgesOfTimeAndNumbersThatAreNone() {
    Times times = new Times(Instant.MIN, Duration.ofSeconds(Long.MIN_VALUE));
    assertThat(copy(Times.class, times)).isEqualTo(times);
    Times last = new Times(Instant.MAX, Duration.ofSeconds(Long.MAX_VALUE, 999_999_999));
    assertThat(copy(Times.class, last)).isEqualTo(last);

    Box<Double> none = new Box<>(Double.NaN);
    record Real(double a, double b, Double c) {}
    Real real = new Real(-0.0, Double.NEGATIVE_INFINITY, none.value());
    assertThat(copy(Real.class, real)).isEqualTo(real);
  }

  @Test
  void bringsBackSealedTypesAtAnyDepth() {
    assertThat(copy(Nested.class, NESTED)).isEqualTo(NESTED);
    State state = new Held(List.of(new Missed(Duration.ZERO), new Empty()));
    assertThat(copy(State.class, state)).isEqualTo(state);
    assertThat(copy(Color.class, Color.GREEN).isCalm()).isTrue();
    CborCodec<State> codec = CborCodec.of(State.class);
    assertThat(Bytes.read(bytes(codec, Pause.LONG), codec::read)).isEqualTo(Pause.LONG);
  }

  @Test
  void bringsBackClassesByTheirFields() {
    Tally tally = new Tally();
    tally.counts.put("a", 2);
    tally.total = 9;
    tally.bytes = new byte[] {-1, 0};
    tally.cached = 8;
    Tally read = copy(Tally.class, tally);
    assertThat(read.counts).isEqualTo(tally.counts);
    assertThat(read.bytes).isEqualTo(tally.bytes);
    assertThat(read.sum()).isEqualTo(16);

    Circle circle = new Circle();
    circle.name = "round";
    circle.radius = 3;
    Drawing drawing = copy(Drawing.class, new Drawing(List.of(circle, new Dot())));
    assertThat(drawing.shapes()).hasExactlyElementsOfTypes(Circle.class, Dot.class);
    assertThat(((Circle) drawing.shapes().get(0)).radius).isEqualTo(3);
    assertThat(drawing.shapes().get(0).name).isEqualTo("round");
  }

  @Test
  void readsNamesAndTextsOfAnyLength() {
    String longest = "k".repeat(21_000_000);
    Counts counts = new Counts(Map.of("k".repeat(60_000), 1L), Set.of(longest));

    assertThat(copy(Counts.class, counts)).isEqualTo(counts);
  }

  @Test
  void replacesHalfASurrogatePair() {
    String half = "a\ud800b";

    assertThat(copy(Shown.class, new Shown(half, Instant.EPOCH)).ad()).isEqualTo("a\ufffdb");
  }

  @Test
  void writesTheNamesOfPermittedClassesAndNoMethods() {
    State missed = new Missed(Duration.ZERO);
    assertThat(text(State.class, missed)).contains("@type", "dgone").doesNotContain("Missed");
    State shown = new Shown("a", Instant.EPOCH);
    assertThat(text(State.class, shown))
        .contains("@type", "Shown")
        .doesNotContain("open", "title", "tidemark");
    assertThat(text(Named.class, new Named(1, new Empty()))).doesNotContain("@", "tidemark");
    assertThat(copy(Named.class, new Named(1, new Empty()))).isEqualTo(new Named(1, new Empty()));
  }

  @Test
  void writesComponentsInTheirOrder() {
    record Order(int b, int a, int c) {}

    assertThat(text(Order.class, new Order(1, 2, 3))).containsSubsequence("b", "a", "c");
  }

  @Test
  void writesEqualMapsAndSetsAlike() {
    Map<String, Long> up = new LinkedHashMap<>();
    Map<String, Long> down = new TreeMap<>(Comparator.reverseOrder());
    Set<String> back = new TreeSet<>(Comparator.reverseOrder());
    for (int i = 0; i < 100; i++) {
      up.put("k" + i, (long) i);
      down.put("k" + i, (long) i);
      back.add("k" + i);
    }
    Counts one = new Counts(up, up.keySet());
    Counts other = new Counts(down, back);
    CborCodec<Counts> codec = CborCodec.of(Counts.class);

    assertThat(one).isEqualTo(other);
    assertThat(bytes(codec, one))
        .isEqualTo(bytes(codec, other))
        .isEqualTo(bytes(codec, new Counts(new HashMap<>(up), Set.copyOf(back))));
  }

  @Test
  void refusesAMapWithANullKey() {
    Map<String, Long> none = new HashMap<>();
    none.put(null, 1L);

    assertThatThrownBy(() -> bytes(CborCodec.of(Counts.class), new Counts(none, Set.of())))
        .hasMessageContaining("a map with a null key");
  }

  @Test
  void isWhatCodecsFindForTypesThatNoRowHolds() {
    Codec<State> codec = Codecs.of(State.class);

    assertThat(codec).isInstanceOf(CborCodec.class);
    assertThat(Bytes.read(bytes(codec, new Empty()), codec::read)).isEqualTo(new Empty());
    assertThat(Codecs.of(Empty.class)).isNotInstanceOf(CborCodec.class);
  }

  @Test
  void writesAndReadsWhatItAlwaysDid() {
    CborCodec<Nested> codec = CborCodec.of(Nested.class);

    GoldenBytes.assertWritten("nested", out -> codec.write(NESTED, out));
    assertThat(GoldenBytes.read("nested", codec::read)).isEqualTo(NESTED);
  }

  @Test
  void everyCodecOfTheModuleHasAGoldenFile() {
    assertThat(
            new ClassFileImporter()
                    .withImportOption(new ImportOption.DoNotIncludeTests())
                    .importPackages("io.tidemark.codec.cbor")
                    .stream()
                    .filter(type -> type.isAssignableTo(Codec.class))
                    .map(JavaClass::getSimpleName))
        .containsExactlyInAnyOrder("CborCodec", "CompactCodec");
  }
}
