package io.tidemark.persistence.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.core.channel.Incoming;
import io.tidemark.core.codec.Blob;
import io.tidemark.core.codec.ValueCodec;
import io.tidemark.core.entity.Event;
import io.tidemark.core.keygroup.KeyGroupEvent;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.KeyBytes;
import io.tidemark.core.message.KeyCounts;
import io.tidemark.core.message.OutputDigest;
import io.tidemark.core.partition.Decision;
import io.tidemark.core.partition.PartitionEvent;
import io.tidemark.core.sink.SinkEvent;
import io.tidemark.core.source.Offset;
import io.tidemark.core.substream.SubstreamEvent;
import io.tidemark.core.time.Action;
import io.tidemark.core.time.AdmissionCounts;
import io.tidemark.core.time.AdmissionState;
import io.tidemark.core.time.KeyState;
import io.tidemark.runtime.entity.FinalFailure;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EventFormatTest {
  private static final EntityId.Partition PARTITION = new EntityId.Partition("readings", 2);
  private static final KeyBytes KEY = KeyBytes.of("k1", ValueCodec.INSTANCE);
  private static final KeyCounts COUNTS = new KeyCounts(1, 2, 3, 4, 5, 6);
  private static final List<Incoming.Position> POSITIONS =
      List.of(
          new Incoming.Position(new EntityId.Substream(PARTITION, KEY), 300),
          new Incoming.Position(new EntityId.KeyGroup("first", 1), 7),
          new Incoming.Position(new EntityId.Sink("out"), 9));
  private static final List<Incoming.Low> LOWS = List.of(new Incoming.Low(PARTITION, 41));

  private static final OutputDigest DIGEST = new OutputDigest(300, -2);

  private static Map<String, Object> events() {
    AdmissionCounts counts = new AdmissionCounts();
    counts.add(Action.DROP_LATE);
    counts.addBad("unparsable");
    AdmissionState after = new AdmissionState(10, -20, 30, Long.MAX_VALUE);
    Map<String, Object> events = new LinkedHashMap<>();
    events.put("generation-taken", new Event.GenerationTaken(3, true));
    events.put(
        "decided-admitted",
        decided(new Decision.What.Admitted(4096, 0xCAFE, 1_700_000_000L), after, counts));
    events.put("decided-estimated", decided(new Decision.What.Estimated(99), after, counts));
    events.put("decided-raised", decided(new Decision.What.Raised(-1), after, counts));
    events.put("decided-ended", decided(new Decision.What.Ended(-30), after, counts));
    events.put(
        "rested",
        new PartitionEvent.Rested(
            List.of(new PartitionEvent.Rest(KEY, false, 50, false, 49, COUNTS))));
    events.put(
        "substream-advanced",
        new SubstreamEvent.Advanced(
            PARTITION,
            5,
            24,
            3,
            KeyCounts.NONE,
            COUNTS,
            new KeyState(7, 6),
            24,
            Blob.of(out -> out.writeLong(1)),
            POSITIONS,
            Blob.EMPTY,
            DIGEST));
    KeyGroupEvent.Advanced advanced =
        new KeyGroupEvent.Advanced(
            POSITIONS,
            LOWS,
            88,
            6,
            Blob.of(out -> out.writeLong(2)),
            POSITIONS,
            Blob.EMPTY,
            1,
            DIGEST);
    events.put("key-group-advanced", advanced);
    events.put("key-group-rung", new KeyGroupEvent.Rung(99, 3, advanced));
    events.put("committed", new SinkEvent.Committed(88, 1234, 56, true, POSITIONS, LOWS, DIGEST));
    return events;
  }

  private static PartitionEvent.Decided decided(
      Decision.What what, AdmissionState after, AdmissionCounts counts) {
    Decision decision = new Decision(12, what, new Offset(1, 777), after, counts);
    return new PartitionEvent.Decided(decision, List.of(KEY), List.of(), 9, 17);
  }

  @Test
  void everyEventComesBackAsItWas() {
    events()
        .forEach(
            (name, event) ->
                assertThat(EventFormat.read(EventFormat.manifest(event), EventFormat.write(event)))
                    .as(name)
                    .isEqualTo(event));
  }

  @Test
  void theBytesOfEveryEventAreThoseOfTheGoldenFile() throws IOException {
    Properties golden = new Properties();
    try (InputStream in = EventFormatTest.class.getResourceAsStream("/golden/events-2.txt")) {
      assertThat(in).as("the golden file").isNotNull();
      golden.load(new InputStreamReader(in, StandardCharsets.UTF_8));
    }
    StringBuilder now = new StringBuilder();
    events()
        .forEach(
            (name, event) ->
                now.append(name)
                    .append('=')
                    .append(EventFormat.manifest(event).replace(":", "\\:"))
                    .append(' ')
                    .append(HexFormat.of().formatHex(EventFormat.write(event)))
                    .append('\n'));
    Properties written = new Properties();
    written.load(new StringReader(now.toString()));
    assertThat(written).as("events now:%n%s", now).isEqualTo(golden);
  }

  @Test
  void everyKindOfEventAndDecisionStandsInTheGoldenFile() {
    Set<Class<?>> kinds = new HashSet<>(List.of(Event.GenerationTaken.class));
    List.of(
            PartitionEvent.class,
            SubstreamEvent.class,
            KeyGroupEvent.class,
            SinkEvent.class,
            Decision.What.class)
        .forEach(kind -> kinds.addAll(List.of(kind.getPermittedSubclasses())));

    Set<Class<?>> written = new HashSet<>();
    for (Object event : events().values()) {
      written.add(event.getClass());
      if (event instanceof PartitionEvent.Decided decided) {
        written.add(decided.decision().what().getClass());
      }
    }
    assertThat(written).isEqualTo(kinds);
  }

  @Test
  void anEventOfALaterVersionIsRefusedByName() {
    assertThatThrownBy(() -> EventFormat.read("sink-committed:9", new byte[0]))
        .isInstanceOf(FinalFailure.class)
        .hasMessageContaining("sink-committed:9")
        .hasMessageContaining("or a newer one");
  }

  @Test
  void onlyASubstreamsWritesStandUnderItsPartitionsFence() {
    PartitionFences fences = new PartitionFences();
    Event fence = new Event.GenerationTaken(3, true);

    assertThat(fences.fenceOf("p/partition/readings/2", fence))
        .hasValueSatisfying(
            f -> {
              assertThat(f.authority()).isEqualTo("p/partition/readings/2");
              assertThat(f.raises()).isTrue();
            });
    assertThat(fences.fenceOf("p/keygroup/first/1", fence)).isEmpty();
    assertThat(fences.fenceOf("p/partition/readings/2", new Event.GenerationTaken(4, false)))
        .isEmpty();
    Object advanced = events().get("substream-advanced");
    assertThat(advanced).isNotNull();
    assertThat(fences.fenceOf("p/substream/readings/2/BQ", advanced == null ? "" : advanced))
        .hasValueSatisfying(
            f -> {
              assertThat(f.authority()).isEqualTo("p/partition/readings/2");
              assertThat(f.fence()).isEqualTo(5);
              assertThat(f.raises()).isFalse();
            });
  }
}
