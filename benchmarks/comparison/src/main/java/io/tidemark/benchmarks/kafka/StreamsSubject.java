package io.tidemark.benchmarks.kafka;

import io.tidemark.benchmarks.boundaries.Boundary;
import io.tidemark.benchmarks.boundaries.Computation;
import io.tidemark.benchmarks.boundaries.Notes;
import io.tidemark.benchmarks.boundaries.Step;
import io.tidemark.benchmarks.boundaries.Subject;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.AppInfoParser;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;

/**
 * Kafka Streams with its own driver, which needs no broker. It has no watermarks but the highest
 * time read: a watermark is an element of another key, and so is the end of the input.
 *
 * <p>It has no offsets, no calendar windows and no expiry of a key; its timers are punctuations by
 * that time.
 */
public final class StreamsSubject implements Subject {
  static final String ELEMENTS = "elements";
  static final String VERSIONS = "versions";
  static final String RESULTS = "results";

  /** Makes time pass, as the results of no row. */
  private static final String CLOCK = "clock";

  private static final String KEY = "k";

  /** Of an element that passes every window but those at the end of the axis. */
  private static final long END_MILLIS = 1L << 50;

  /** Made by the service loader. */
  public StreamsSubject() {}

  @Override
  public String name() {
    return "Kafka Streams " + AppInfoParser.getVersion();
  }

  @Override
  public long lastMillis() {
    return Long.MAX_VALUE;
  }

  @Override
  public boolean has(Boundary boundary) {
    return boundary != Boundary.TIMER_IN_THE_PAST
        && switch (boundary.computation()) {
          case TUMBLING, HOPPING, SESSION, TIMERS, INTERVAL, AS_OF -> true;
          case OFFSET, DAYS, EXPIRY -> false;
        };
  }

  @Override
  public void run(Computation computation, List<Step> steps, Notes notes) {
    Properties settings = new Properties();
    settings.put(StreamsConfig.APPLICATION_ID_CONFIG, notes.name());
    settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
    settings.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
    settings.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
    try (TopologyTestDriver driver = new TopologyTestDriver(Topologies.of(computation), settings)) {
      long streamMillis = -1;
      for (Step step : steps) {
        feed(driver, computation, step);
        note(driver, notes);
        streamMillis = Math.max(streamMillis, step.millis());
        notes.watermark(streamMillis);
      }
      feed(driver, computation, new Step(Step.Kind.WATERMARK, END_MILLIS));
      note(driver, notes);
    }
  }

  private static void feed(TopologyTestDriver driver, Computation computation, Step step) {
    TestInputTopic<String, String> topic =
        driver.createInputTopic(
            step.isVersion() ? VERSIONS : ELEMENTS, new StringSerializer(), new StringSerializer());
    topic.pipeInput(step.isWatermark() ? CLOCK : KEY, step.toString(), step.millis());
    if (computation == Computation.INTERVAL) {
      driver
          .createInputTopic(VERSIONS, new StringSerializer(), new StringSerializer())
          .pipeInput(step.isWatermark() ? CLOCK : KEY, step.toString(), step.millis());
    }
  }

  private static void note(TopologyTestDriver driver, Notes notes) {
    TestOutputTopic<String, String> results =
        driver.createOutputTopic(RESULTS, new StringDeserializer(), new StringDeserializer());
    results.readKeyValuesToList().stream()
        .filter(result -> result.key.equals(KEY))
        .forEach(result -> notes.result(result.value));
  }

  @Override
  public void close() {}
}
