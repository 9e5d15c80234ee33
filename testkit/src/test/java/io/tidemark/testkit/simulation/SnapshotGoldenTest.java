package io.tidemark.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.core.codec.ValueCodec;
import io.tidemark.core.entity.Entity;
import io.tidemark.core.entity.UnreadableSnapshot;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.KeyBytes;
import io.tidemark.core.partition.PartitionSettings.FlushAtEnd;
import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.pipeline.SinkSpec;
import io.tidemark.core.pipeline.SourceSpec;
import io.tidemark.core.pipeline.StreamSpec;
import io.tidemark.core.pipeline.WindowWork;
import io.tidemark.core.source.Source;
import io.tidemark.core.time.OnViolation;
import io.tidemark.core.time.Time;
import io.tidemark.core.time.TimePolicy;
import io.tidemark.core.window.Aggregates;
import io.tidemark.core.window.WindowResult;
import io.tidemark.core.window.Windows;
import io.tidemark.testkit.ScriptedSource;
import io.tidemark.testkit.simulation.Readings.Reading;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What entities keep in snapshots is written as it always was, and brings all of it back: files
 * under {@code golden/} are what a store holds. The number in a file's name is the version; the
 * files of a version that is read stay.
 */
class SnapshotGoldenTest {
  private static final long SECOND = 1_000_000;
  private static final long BEGIN = 100 * SECOND;
  private static final List<String> SINKS = List.of("rows", "totals", "by-half", "old", "rejected");
  private static final EntityId.Partition BUSY = new EntityId.Partition("readings", 0);

  /** At least one of each kind, and one for each way in which a kind's bytes differ. */
  private static final Map<String, EntityId> GOLDEN =
      Map.of(
          "partition-1", BUSY,
          "partition-1-idle", new EntityId.Partition("readings", 1),
          "partition-1-ended", new EntityId.Partition("archive", 0),
          "substream-2", new EntityId.Substream(BUSY, KeyBytes.of("a", ValueCodec.INSTANCE)),
          "key-group-2", new EntityId.KeyGroup("by-half", 0),
          "key-group-2-of-results", new EntityId.KeyGroup("totals", 0),
          "key-group-2-discarded", new EntityId.KeyGroup("old", 0),
          "key-group-2-of-owners", new EntityId.KeyGroup("readings.keys", 0),
          "sink-2", new EntityId.Sink("rows"));

  private final GrowingSource source = new GrowingSource(2);
  private final Map<EntityId, byte[]> snapshots = new LinkedHashMap<>();
  private final Lockstep pipeline =
      new Lockstep(pipeline(source), BEGIN)
          .witnessed((id, entity, events) -> snapshots.put(id, entity.snapshot()));

  private static Pipeline pipeline(GrowingSource readings) {
    KeySelector<Object, Object> sensor = KeySelector.ofValues(r -> ((Reading) r).sensor());
    KeySelector<Object, Object> half =
        KeySelector.ofValues(r -> ((Reading) r).sensor().compareTo("b") > 0);
    KeySelector<Object, Object> key = KeySelector.ofValues(r -> ((WindowResult<?>) r).key());
    TimePolicy policy =
        TimePolicy.defaults()
            .early(seconds(60), OnViolation.DROP)
            .late(seconds(10), OnViolation.ADJUST)
            .outOfOrder(seconds(2), OnViolation.ADJUST);
    ScriptedSource archive =
        new ScriptedSource(List.of(List.of(reading("x", 5, 5), reading("y", 50, 50))));
    return new Pipeline(
        "golden",
        List.of(
            source("readings", readings, policy, sensor, FlushAtEnd.INFINITY),
            source("archive", archive, policy.backfill(), null, FlushAtEnd.WATERMARK)),
        List.of(
            counts("counts", "readings", sensor, true, Windows.hopping(seconds(20), seconds(10))),
            counts("totals", "counts", key, false, Windows.tumbling(seconds(30))),
            counts("by-half", "readings", half, false, Windows.tumbling(seconds(15))),
            counts("old", "archive", sensor, false, Windows.tumbling(seconds(20)))),
        List.of(
            Readings.sink("rows", new SinkSpec.Feed.OfStream("counts")),
            Readings.sink("totals", new SinkSpec.Feed.OfStream("totals")),
            Readings.sink("by-half", new SinkSpec.Feed.OfStream("by-half")),
            Readings.sink("old", new SinkSpec.Feed.OfStream("old")),
            Readings.sink("rejected", new SinkSpec.Feed.OfDiagnostics("readings"))),
        1,
        Readings.limits(4));
  }

  private static SourceSpec source(
      String name,
      Source<Object> source,
      TimePolicy policy,
      @Nullable KeySelector<Object, Object> substreams,
      FlushAtEnd flush) {
    boolean keyed = substreams != null;
    return new SourceSpec(
        name,
        source,
        r -> ((Reading) r).eventMicros(),
        keyed ? r -> ((Reading) r).arrivalMicros() : null,
        policy,
        substreams,
        keyed,
        keyed,
        flush,
        false,
        Readings.CODEC);
  }

  private static StreamSpec counts(
      String name, String from, KeySelector<Object, Object> key, boolean inside, Windows windows) {
    return StreamSpec.windowed(
        name, from, inside, new WindowWork(key, windows, List.of(Aggregates.count())));
  }

  private static Duration seconds(long seconds) {
    return Duration.ofSeconds(seconds);
  }

  private static Reading reading(String sensor, long second, long arrival) {
    return new Reading(sensor, second * SECOND, arrival * SECOND);
  }

  private void run() {
    source.add(0, reading("a", 95, 100), reading("b", 96, 100), reading("a", 97, 100));
    source.add(0, reading("b", 80, 100), reading("a", 200, 100), reading("e", 91, 100));
    source.add(0, new Reading("a", Time.MAX, 100 * SECOND));
    source.add(1, reading("c", 98, 100));
    pipeline.pass(25 * SECOND);
    source.add(0, reading("a", 124, 125), reading("d", 123, 125), reading("g", 124, 125));
    pipeline.pass(4 * SECOND);
    source.add(0, reading("a", 126, 129), reading("d", 128, 129));
    source.add(0, reading("a", 145, 130), reading("a", 126, 130));
    pipeline.pass(SECOND / 5);
  }

  /** Something comes for each partition, then the inputs end; everything that was written. */
  private List<List<Object>> rowsOfTheRest() {
    source.add(0, reading("b", 140, 131), reading("g", 144, 131));
    source.add(0, reading("a", 141, 131), reading("a", 160, 132)); // The first is out of order.
    source.add(1, reading("c", 126, 131));
    pipeline.pass(SECOND);
    source.end();
    for (int second = 0; second < 60 && !pipeline.isComplete(); second++) {
      pipeline.pass(SECOND);
    }
    assertThat(pipeline.failures()).isEmpty();
    assertThat(pipeline.isComplete()).isTrue();
    return SINKS.stream().map(pipeline::rows).toList();
  }

  @Test
  void everySnapshotIsWrittenAsItAlwaysWas() {
    run();

    GOLDEN.forEach(
        (name, id) ->
            assertThat(lines(snapshots.getOrDefault(id, new byte[0])))
                .as("golden/%s.hex", name)
                .isEqualTo(lines(golden(name))));
  }

  @Test
  void everyKindOfEntityHasAGoldenFile() {
    run();

    assertThat(kinds(GOLDEN.values())).isEqualTo(kinds(snapshots.keySet()));
  }

  private static Set<Class<?>> kinds(Collection<EntityId> ids) {
    return ids.stream().<Class<?>>map(EntityId::getClass).collect(Collectors.toSet());
  }

  @Test
  void aRestoredEntityWritesTheSnapshotItWasRestoredFrom() {
    GOLDEN.forEach(
        (name, id) -> {
          Entity restored = pipeline.recovered(id, golden(name), List.of());
          assertThat(lines(restored.snapshot())).as(name).isEqualTo(lines(golden(name)));
        });
  }

  @Test
  void whatIsRestoredGoesOnAsTheLivingDoes() {
    SnapshotGoldenTest living = new SnapshotGoldenTest();
    living.run();
    run();
    GOLDEN.forEach((name, id) -> snapshots.put(id, golden(name)));
    pipeline.crash(snapshots);

    assertThat(rowsOfTheRest()).isEqualTo(living.rowsOfTheRest()).doesNotContain(List.of());
  }

  @Test
  void aSnapshotOfAnotherVersionIsRefusedWithTheNameOfItsEntity() {
    GOLDEN.forEach(
        (name, id) -> {
          byte[] later = golden(name);
          later[1]++;
          assertThatThrownBy(() -> pipeline.recovered(id, later, List.of()))
              .as(name)
              .isInstanceOf(UnreadableSnapshot.class)
              .hasMessageContaining(
                  "entity=" + id.name() + ", expected=" + golden(name)[1] + ", actual=" + later[1]);
        });
  }

  private static byte[] golden(String name) {
    try (InputStream file =
        SnapshotGoldenTest.class.getResourceAsStream("/golden/" + name + ".hex")) {
      String text = file == null ? "" : new String(file.readAllBytes(), StandardCharsets.US_ASCII);
      return HexFormat.of().parseHex(text.replaceAll("\\s", ""));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** As a golden file has them. */
  private static String lines(byte[] bytes) {
    return HexFormat.of().formatHex(bytes).replaceAll(".{1,64}", "$0\n");
  }
}
