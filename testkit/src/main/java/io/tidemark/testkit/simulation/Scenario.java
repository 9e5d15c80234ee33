package io.tidemark.testkit.simulation;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
import io.tidemark.core.codec.ValueCodec;
import io.tidemark.core.entity.Limits;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.partition.PartitionSettings.FlushAtEnd;
import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.pipeline.SinkSpec;
import io.tidemark.core.pipeline.SourceSpec;
import io.tidemark.core.pipeline.StreamSpec;
import io.tidemark.core.row.ValueOrder;
import io.tidemark.core.sink.Sink;
import io.tidemark.core.sink.SinkWriter;
import io.tidemark.core.source.BadRecord;
import io.tidemark.core.time.OnViolation;
import io.tidemark.core.time.TimePolicy;
import io.tidemark.core.window.Aggregates;
import io.tidemark.core.window.WindowResult;
import io.tidemark.core.window.Windows;
import io.tidemark.testkit.ScriptedSource;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A small random pipeline with random input: a function of its seed. */
public final class Scenario {
  /** One reading of a sensor; times in microseconds, small numbers. */
  record Reading(@Nullable String sensor, long eventMicros, long arrivalMicros, long value) {}

  private static final Codec<Reading> CODEC =
      new Codec<>() {
        @Override
        public void write(Reading reading, DataOutput out) throws IOException {
          Bytes.writeString(reading.sensor == null ? "" : reading.sensor, out);
          out.writeLong(reading.eventMicros);
          out.writeLong(reading.arrivalMicros);
          out.writeLong(reading.value);
        }

        @Override
        public Reading read(DataInput in) throws IOException {
          return new Reading(Bytes.readString(in), in.readLong(), in.readLong(), in.readLong());
        }
      };

  private final Random random;
  private final int partitions;
  private final boolean substreams;
  private final boolean confined;

  private Scenario(long seed) {
    this.random = new Random(seed * 31 + 7);
    this.partitions = 1 + random.nextInt(3);
    this.substreams = random.nextBoolean();
    this.confined = random.nextInt(3) > 0;
  }

  /** The pipeline of the seed. */
  public static Pipeline of(long seed) {
    return new Scenario(seed).pipeline();
  }

  private Pipeline pipeline() {
    List<StreamSpec> streams = new ArrayList<>();
    List<SinkSpec> sinks = new ArrayList<>();
    streams.add(
        new StreamSpec(
            "first",
            "readings",
            sensor(),
            substreams,
            windows(20),
            List.of(
                Aggregates.count(),
                Aggregates.sumOfLongs(r -> ((Reading) r).value()),
                Aggregates.max(r -> ((Reading) r).value()))));
    sinks.add(sink("rows", new SinkSpec.Feed.OfStream("first")));
    if (random.nextInt(3) == 0) {
      streams.add(
          new StreamSpec(
              "second",
              "first",
              KeySelector.ofValues(r -> ((WindowResult<?>) r).key().hashCode() % 2L),
              false,
              windows(60),
              List.of(
                  Aggregates.count(),
                  Aggregates.sumOfLongs(r -> (Long) ((WindowResult<?>) r).values().get(0)))));
      sinks.add(sink("second-rows", new SinkSpec.Feed.OfStream("second")));
    }
    if (random.nextInt(4) > 0) {
      sinks.add(sink("rejected", new SinkSpec.Feed.OfDiagnostics("readings")));
    }
    return new Pipeline(
        "scenario", List.of(source()), streams, sinks, 1 + random.nextInt(3), limits());
  }

  private Limits limits() {
    int batch = 1 + random.nextInt(9);
    return new Limits(
        batch,
        1 + random.nextInt(4),
        10 + random.nextInt(40),
        10 + random.nextInt(60),
        20 + random.nextInt(60),
        5 + random.nextInt(30),
        3 + random.nextInt(15),
        random.nextInt(400_000),
        1 + random.nextInt(6),
        1 + random.nextInt(6),
        100_000 + random.nextInt(400_000),
        random.nextInt(600_000),
        1 + random.nextInt(4),
        100_000 + random.nextInt(300_000));
  }

  // Nullness of a record's type arguments is lost when the record comes from another module.
  @SuppressWarnings("NullAway")
  private static KeySelector<Object, Object> sensor() {
    return new KeySelector<Object, Object>(
        Scenario::sensorOf, objects(ValueCodec.INSTANCE), ValueOrder.INSTANCE);
  }

  private static @Nullable Object sensorOf(Object reading) {
    return ((Reading) reading).sensor();
  }

  private Windows windows(long size) {
    Windows windows =
        random.nextBoolean()
            ? Windows.tumbling(micros(size))
            : Windows.hopping(micros(size), micros(1 + random.nextInt(30)));
    windows = windows.offset(micros(random.nextInt(21) - 10));
    return random.nextBoolean() ? windows : windows.endInclusive();
  }

  private static Duration micros(long micros) {
    return Duration.ofNanos(micros * 1_000);
  }

  private static SinkSpec sink(String name, SinkSpec.Feed feed) {
    return new SinkSpec(name, feed, Scenario::noWriter, Sink.Order.TIME);
  }

  private static SinkWriter<Object> noWriter() {
    throw new AssertionError("the simulation writes by itself");
  }

  private SourceSpec source() {
    return new SourceSpec(
        "readings",
        new ScriptedSource(input()),
        r -> ((Reading) r).eventMicros(),
        r -> ((Reading) r).arrivalMicros(),
        policy(),
        substreams ? sensor() : null,
        confined,
        confined && random.nextBoolean(),
        FlushAtEnd.INFINITY,
        false,
        objects(CODEC));
  }

  @SuppressWarnings("unchecked")
  private static Codec<Object> objects(Codec<?> codec) {
    return (Codec<Object>) codec;
  }

  private TimePolicy policy() {
    TimePolicy policy =
        TimePolicy.defaults()
            .early(
                micros(random.nextInt(30)),
                random.nextBoolean() ? OnViolation.DROP : OnViolation.ADJUST)
            .outOfOrder(
                micros(random.nextInt(10)),
                random.nextBoolean() ? OnViolation.DROP : OnViolation.ADJUST);
    if (random.nextInt(5) == 0) {
      return policy.lateUnbounded();
    }
    return policy.late(
        micros(random.nextInt(40)), random.nextBoolean() ? OnViolation.DROP : OnViolation.ADJUST);
  }

  private List<List<Object>> input() {
    List<List<Object>> all = new ArrayList<>();
    int keys = 1 + random.nextInt(6);
    for (int partition = 0; partition < partitions; partition++) {
      List<Object> elements = new ArrayList<>();
      int size = random.nextInt(60);
      long clock = random.nextInt(-20, 20);
      for (int i = 0; i < size; i++) {
        clock += random.nextInt(4) == 0 ? random.nextInt(40) : random.nextInt(4);
        elements.add(element(partition, keys, clock, i));
      }
      all.add(elements);
    }
    return all;
  }

  private Object element(int partition, int keys, long clock, int index) {
    int kind = random.nextInt(40);
    if (kind == 0) {
      return new BadRecord("unparsable", "row " + index, "", "");
    }
    String key = "k" + random.nextInt(keys) + (confined ? "-" + partition : "");
    long ahead = random.nextInt(10) == 0 ? 60L : 0L;
    long behind = random.nextInt(25);
    long event = clock - behind + ahead;
    long arrival = clock - random.nextInt(5);
    long value = random.nextInt(1000);
    return new Reading(kind == 1 ? null : key, event, arrival, value);
  }
}
