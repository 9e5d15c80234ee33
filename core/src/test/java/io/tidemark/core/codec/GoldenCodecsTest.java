package io.tidemark.core.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.tidemark.core.join.JoinState;
import io.tidemark.core.join.JoinStates;
import io.tidemark.core.join.Version;
import io.tidemark.core.message.Arrivals;
import io.tidemark.core.message.Arrived;
import io.tidemark.core.message.Origin;
import io.tidemark.core.message.Piece;
import io.tidemark.core.message.Placed;
import io.tidemark.core.partition.KeyOwners;
import io.tidemark.core.row.ColumnType;
import io.tidemark.core.row.RecordCodec;
import io.tidemark.core.row.Row;
import io.tidemark.core.row.RowCodec;
import io.tidemark.core.row.Schema;
import io.tidemark.core.source.Diagnostic;
import io.tidemark.core.source.DiagnosticCodec;
import io.tidemark.core.source.Offset;
import io.tidemark.core.time.Action;
import io.tidemark.core.time.AdmissionCounts;
import io.tidemark.core.time.AdmissionState;
import io.tidemark.core.time.KeyState;
import io.tidemark.core.time.Time;
import io.tidemark.core.transform.Derived;
import io.tidemark.core.window.Aggregate;
import io.tidemark.core.window.Aggregates;
import io.tidemark.core.window.Position;
import io.tidemark.core.window.WindowResult;
import io.tidemark.core.window.WindowResultCodec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Every codec writes what it always wrote, and reads it; each has a golden file. */
class GoldenCodecsTest {
  private record Everything(
      @Nullable String text, int small, Long large, double real, boolean truth, Instant time) {}

  private static final Schema SCHEMA =
      new Schema(
          List.of(
              new Schema.Column("s", ColumnType.STRING),
              new Schema.Column("l", ColumnType.LONG),
              new Schema.Column("n", ColumnType.DOUBLE)));

  /** A codec, and a value of its golden file. */
  private record Sample<T extends @Nullable Object>(
      String golden, Codec<T> codec, T value, Function<T, @Nullable Object> compared) {
    void check() {
      GoldenBytes.assertWritten(golden, out -> codec.write(value, out));
      T read = GoldenBytes.read(golden, codec::read);
      assertThat(compared.apply(read)).as(golden).isEqualTo(compared.apply(value));
      GoldenBytes.assertWritten(golden, out -> codec.write(read, out));
    }
  }

  private static List<Sample<?>> samples() {
    List<Object> values =
        Arrays.asList(
            null,
            -2L,
            0.1,
            false,
            true,
            "aΩ",
            Instant.parse("2024-01-01T00:00:00.000001Z"),
            List.of("nested", 300L),
            7);
    List<Sample<?>> samples = new ArrayList<>();
    samples.add(of("value", ValueCodec.INSTANCE, values));
    samples.add(
        of(
            "record",
            RecordCodec.of(Everything.class),
            new Everything(null, -1, 1L << 40, -0.0, true, Instant.EPOCH)));
    samples.add(of("row", new RowCodec(SCHEMA), row()));
    samples.add(
        of(
            "window-result",
            new WindowResultCodec<>(ValueCodec.INSTANCE),
            new WindowResult<>(-10, 20, "key", values)));
    samples.add(
        of(
            "diagnostic",
            DiagnosticCodec.INSTANCE,
            new Diagnostic(
                7, "source", 1, "one.csv", new Offset(2, 300), "late", "e", "a", "as", "x,y")));
    samples.add(
        of(
            "placed",
            Placed.codec(values()),
            new Placed(new Origin(2, 300, -5, 6, Action.ADJUST_ORDER), "element")));
    samples.add(
        of(
            "piece",
            Piece.codec(values(), held -> List.of("first " + held, "second " + held)),
            new Piece("element", 1, "second element")));
    List<Codec<Object>> one = List.of(values());
    samples.add(of("derived", Derived.codec(values(), one), new Derived("key", 300, 0, 7L)));
    List<Codec<Object>> two = List.of(values(), values());
    samples.add(of("derived-aside", Derived.codec(values(), two), new Derived("key", 300, 1, 7L)));
    samples.add(of("row-arrived", arrivals().rows(), new Arrived(1, 0, null, "element")));
    samples.add(
        new Sample<>(
            "join-state", JoinStates.codec(values()), JoinStates.sample(), JoinState::toString));
    samples.add(of("version", Version.codec(values()), new Version<>(7, "row", true)));
    samples.add(of("claim", KeyOwners.claims(values()), new KeyOwners.Claim("key", 300)));
    samples.add(of("admission-state", AdmissionState.CODEC, new AdmissionState(1, -2, 3, 4)));
    samples.add(of("admission-counts", AdmissionCounts.CODEC, counts()));
    samples.add(of("key-state", KeyState.CODEC, new KeyState(5, Time.MIN)));
    samples.add(accumulated("count", Aggregates.count()));
    samples.add(accumulated("long-total", Aggregates.sumOfLongs(n -> n)));
    samples.add(accumulated("double-total", Aggregates.sumOfDoubles(n -> n * 0.1)));
    samples.add(accumulated("spread", Aggregates.stddevOfDoubles(n -> n * 0.1)));
    samples.add(accumulated("value-counts", Aggregates.collect(n -> n)));
    samples.add(accumulated("top", Aggregates.topN(2, n -> n, n -> "n" + n)));
    samples.add(accumulated("extreme", Aggregates.max(n -> n)));
    samples.add(accumulated("edge", Aggregates.last(n -> n)));
    samples.add(
        of(
            "position",
            Position.CODEC,
            new Position(-7, 1, 2, 3, 400, List.of(30L, -20L, List.of("k", 1L), "name"))));
    samples.add(
        accumulated(
            "composite",
            Aggregates.composite(
                "two", List.of(Aggregates.count(), Aggregates.min((Long n) -> n)))));
    return samples;
  }

  private static <T extends @Nullable Object> Sample<T> of(String golden, Codec<T> codec, T value) {
    return new Sample<>(golden, codec, value, read -> read);
  }

  private static <A> Sample<A> accumulated(String golden, Aggregate<Long, A> aggregate) {
    A accumulator = aggregate.create();
    for (long number : new long[] {3, -500, 70_000}) {
      aggregate.add(accumulator, number, new Position(number, 0, 1, 0, 9, List.of()));
    }
    return new Sample<>(golden, aggregate.codec(), accumulator, aggregate::result);
  }

  @SuppressWarnings("unchecked")
  private static Codec<Object> values() {
    return (Codec<Object>) (Codec<?>) ValueCodec.INSTANCE;
  }

  private static Arrivals arrivals() {
    return new Arrivals(
        "sink",
        List.of(
            new Arrivals.Input("a", "a", values(), null),
            new Arrivals.Input("b", "b", values(), null)));
  }

  private static Object row() {
    return new Row(SCHEMA, new Object[] {"ä", -7L, null}, "ä,-7,");
  }

  private static AdmissionCounts counts() {
    AdmissionCounts counts = new AdmissionCounts();
    counts.add(Action.NONE);
    counts.add(Action.NONE);
    counts.add(Action.ADJUST_LATE);
    counts.add(Action.DROP_ORDER);
    counts.addBad("null-key");
    counts.addBad("bad-timestamp");
    counts.addBad("null-key");
    return counts;
  }

  @Test
  void everyCodecWritesAndReadsWhatItAlwaysDid() {
    samples().forEach(Sample::check);
  }

  @Test
  void everyCodecHasAGoldenFile() {
    assertThat(samples().stream().map(sample -> sample.codec().getClass().getName()).distinct())
        .as("codecs with a golden file: add a sample of a new one")
        .containsExactlyInAnyOrderElementsOf(codecs());
  }

  private static List<String> codecs() {
    return new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.tidemark.core")
            .stream()
            .filter(type -> type.isAssignableTo(Codec.class) && !type.isInterface())
            .map(JavaClass::getName)
            .toList();
  }
}
