package io.tidemark.core.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.channel.Incoming;
import io.tidemark.core.channel.PositionCodec;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.KeyBytes;
import io.tidemark.core.source.Diagnostic;
import io.tidemark.core.source.DiagnosticCodec;
import io.tidemark.core.source.Offset;
import io.tidemark.core.time.Action;
import io.tidemark.core.time.AdmissionCounts;
import io.tidemark.core.window.WindowResult;
import io.tidemark.core.window.WindowResultCodec;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.jspecify.annotations.Nullable;

/** What is written comes back, to the byte, and equal values have equal bytes. */
class CodecLawsTest {
  /** Writes the value, and something behind it that the codec must leave alone. */
  private static <T extends @Nullable Object> T andBack(Codec<T> codec, T value) {
    byte[] bytes =
        Bytes.write(
            out -> {
              codec.write(value, out);
              out.writeInt(0x7E57);
            });
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    try {
      T read = codec.read(in);
      assertThat(in.readInt()).as("what stands behind the value").isEqualTo(0x7E57);
      assertThat(in.available()).isZero();
      assertThat(Bytes.write(out -> codec.write(read, out)))
          .isEqualTo(Bytes.write(out -> codec.write(value, out)));
      return read;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.of("", "a", "Ω", "😀", ",", "\n", "\u0000", "long".repeat(50))
        .list()
        .ofMaxSize(5)
        .map(parts -> String.join("", parts));
  }

  @Provide
  Arbitrary<Object> values() {
    Arbitrary<Object> single =
        Arbitraries.oneOf(
            Arbitraries.longs().map(Object.class::cast),
            Arbitraries.doubles().map(Object.class::cast),
            Arbitraries.<Object>of(true, false, Double.NaN, -0.0, Double.MIN_VALUE),
            texts().map(Object.class::cast),
            Combinators.combine(
                    Arbitraries.longs().between(-9_000_000_000_000L, 9_000_000_000_000L),
                    Arbitraries.longs().between(0, 999_999))
                .as((second, micro) -> (Object) Instant.ofEpochSecond(second, micro * 1_000)));
    return Arbitraries.oneOf(
        single,
        single.list().ofMaxSize(4).map(Object.class::cast),
        single.list().ofMaxSize(2).list().ofMaxSize(2).map(Object.class::cast));
  }

  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
  void valuesComeBack(@ForAll @From("values") Object value) {
    assertThat(andBack(ValueCodec.INSTANCE, value)).isEqualTo(value);
  }

  @Property
  void numbersOfAnySizeComeBack(@ForAll @LongRange(min = 0) long number) {
    byte[] bytes = Bytes.write(out -> Bytes.writeVarLong(number, out));

    assertThat(Bytes.<Long>read(bytes, Bytes::readVarLong)).isEqualTo(number);
    assertThat(bytes).hasSize(Math.max(1, (70 - Long.numberOfLeadingZeros(number)) / 7));
  }

  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
  void resultsComeBack(
      @ForAll long start,
      @ForAll long end,
      @ForAll @From("values") Object key,
      @ForAll List<@From("values") Object> values) {
    WindowResult<Object> result = new WindowResult<>(start, end, key, values);

    assertThat(andBack(new WindowResultCodec<>(keys()), result)).isEqualTo(result);
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static Codec<Object> keys() {
    return (Codec) ValueCodec.INSTANCE;
  }

  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
  void diagnosticsComeBack(
      @ForAll long time,
      @ForAll @IntRange(min = 0) int partition,
      @ForAll @IntRange(min = 0) int file,
      @ForAll @LongRange(min = 0) long position,
      @ForAll @From("texts") String text,
      @ForAll @From("texts") String other) {
    Offset offset = new Offset(file, position);
    Diagnostic diagnostic =
        new Diagnostic(
            time, "s" + text, partition, other, offset, text, other, "a" + text, "", other);

    assertThat(andBack(DiagnosticCodec.INSTANCE, diagnostic)).isEqualTo(diagnostic);
  }

  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
  void countsComeBack(
      @ForAll List<Action> actions, @ForAll List<@From("texts") String> kindsOfBadInput) {
    AdmissionCounts counts = new AdmissionCounts();
    actions.stream().filter(action -> action != Action.BAD).forEach(counts::add);
    kindsOfBadInput.forEach(counts::addBad);

    assertThat(andBack(AdmissionCounts.CODEC, counts)).isEqualTo(counts);
  }

  @Provide
  Arbitrary<EntityId> entities() {
    Arbitrary<String> names = Arbitraries.of("a", "readings", "by-sensor_2");
    return Combinators.combine(
            Arbitraries.integers().between(0, 4),
            names,
            Arbitraries.integers().between(0, 10_000),
            values())
        .as(CodecLawsTest::entity);
  }

  private static EntityId entity(int kind, String name, int index, Object key) {
    EntityId.Partition partition = new EntityId.Partition(name, index);
    return switch (kind) {
      case 0 -> partition;
      case 1 -> new EntityId.KeyGroup(name, index);
      case 2 -> new EntityId.Sink(name);
      case 3 -> new EntityId.Coordinator();
      default -> new EntityId.Substream(partition, KeyBytes.of(key, keys()));
    };
  }

  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
  void entitiesComeBackFromTheirNames(@ForAll @From("entities") EntityId id) {
    assertThat(EntityId.parse(id.name())).isEqualTo(id);
  }

  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
  void positionsComeBack(
      @ForAll List<@From("entities") EntityId> from, @ForAll @LongRange(min = 0) long number) {
    List<Incoming.Position> positions =
        from.stream().map(sender -> new Incoming.Position(sender, number)).toList();
    byte[] bytes = Bytes.write(out -> PositionCodec.writePositions(positions, out));

    assertThat(Bytes.read(bytes, PositionCodec::readPositions)).isEqualTo(positions);
  }
}
