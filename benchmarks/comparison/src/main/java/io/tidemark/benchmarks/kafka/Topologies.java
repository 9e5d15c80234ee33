package io.tidemark.benchmarks.kafka;

import io.tidemark.benchmarks.boundaries.Computation;
import java.time.Duration;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.JoinWindows;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.KTable;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.SessionWindows;
import org.apache.kafka.streams.kstream.Suppressed;
import org.apache.kafka.streams.kstream.TimeWindows;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.state.Stores;

/** The computations as topologies. Windows give one result, when they close, without any grace. */
final class Topologies {
  private Topologies() {}

  static Topology of(Computation computation) {
    StreamsBuilder builder = new StreamsBuilder();
    KStream<String, String> elements = builder.stream(StreamsSubject.ELEMENTS);
    KStream<String, String> results =
        switch (computation) {
          case TUMBLING -> counted(elements, TimeWindows.ofSizeWithNoGrace(millis(10)));
          case HOPPING ->
              counted(elements, TimeWindows.ofSizeWithNoGrace(millis(10)).advanceBy(millis(15)));
          case SESSION ->
              closed(
                  elements
                      .groupByKey()
                      .windowedBy(SessionWindows.ofInactivityGapWithNoGrace(millis(10)))
                      .count(Materialized.with(Serdes.String(), Serdes.Long())));
          case TIMERS -> elements.process(Telling::new);
          case INTERVAL ->
              elements.join(
                  builder.<String, String>stream(StreamsSubject.VERSIONS),
                  (left, right) -> left + "+" + right,
                  JoinWindows.ofTimeDifferenceAndGrace(millis(4), millis(3_600_000))
                      .before(millis(-2)));
          case AS_OF ->
              elements.leftJoin(
                  versions(builder),
                  (element, version) -> element + " " + (version == null ? "none" : version));
          case OFFSET, DAYS, EXPIRY ->
              throw new IllegalArgumentException("not there: " + computation);
        };
    results.to(StreamsSubject.RESULTS);
    return builder.build();
  }

  private static KTable<String, String> versions(StreamsBuilder builder) {
    return builder.table(
        StreamsSubject.VERSIONS,
        Materialized.<String, String>as(
                Stores.persistentVersionedKeyValueStore("versions", Duration.ofHours(1)))
            .withKeySerde(Serdes.String())
            .withValueSerde(Serdes.String()));
  }

  private static KStream<String, String> counted(
      KStream<String, String> elements, TimeWindows windows) {
    return closed(
        elements
            .groupByKey()
            .windowedBy(windows)
            .count(Materialized.with(Serdes.String(), Serdes.Long())));
  }

  private static KStream<String, String> closed(KTable<Windowed<String>, Long> counts) {
    return counts
        .suppress(Suppressed.untilWindowCloses(Suppressed.BufferConfig.unbounded()))
        .toStream()
        .map(
            (window, count) ->
                KeyValue.pair(
                    window.key(),
                    window.window().start() + ".." + window.window().end() + " " + count));
  }

  private static Duration millis(long millis) {
    return Duration.ofMillis(millis);
  }
}
