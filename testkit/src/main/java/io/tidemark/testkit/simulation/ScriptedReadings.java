package io.tidemark.testkit.simulation;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
import io.tidemark.core.source.BadRecord;
import io.tidemark.core.source.Source;
import io.tidemark.testkit.ScriptedSource;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Random readings of sensors, and when they can be read. Their times are small numbers of ticks,
 * which are a microsecond where the source is bounded; where it follows they are so long that a
 * pause between two readings lasts several periods of everything.
 */
final class ScriptedReadings {
  /** One reading of a sensor. */
  record Reading(@Nullable String sensor, long eventMicros, long arrivalMicros, long value) {}

  static final Codec<Reading> CODEC =
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

  private static final long FOLLOWED_TICK_MICROS = 5_000;
  private static final int PAUSE_TICKS = 200;

  private final Random random;
  private final boolean confined;
  private final boolean follows;

  /**
   * Readings not drawn yet.
   *
   * @param confined whether each sensor is in one partition
   */
  ScriptedReadings(Random random, boolean confined, boolean follows) {
    this.random = random;
    this.confined = confined;
    this.follows = follows;
  }

  /** How long a tick is. */
  long tickMicros() {
    return follows ? FOLLOWED_TICK_MICROS : 1;
  }

  Source<Object> source(int partitions) {
    List<List<ArrivingSource.Arrival>> all = new ArrayList<>();
    int keys = 1 + random.nextInt(6);
    for (int partition = 0; partition < partitions; partition++) {
      all.add(arrivals(partition, keys));
    }
    if (!follows) {
      return new ScriptedSource(
          all.stream()
              .map(arrivals -> arrivals.stream().map(ArrivingSource.Arrival::element).toList())
              .toList());
    }
    long last =
        all.stream()
            .flatMap(List::stream)
            .mapToLong(ArrivingSource.Arrival::atMicros)
            .max()
            .orElse(0);
    return new ArrivingSource(all, last + random.nextInt(PAUSE_TICKS) * tickMicros());
  }

  private List<ArrivingSource.Arrival> arrivals(int partition, int keys) {
    List<ArrivingSource.Arrival> arrivals = new ArrayList<>();
    int size = random.nextInt(60);
    long clock = random.nextInt(-20, 20);
    long readable = Long.MIN_VALUE;
    for (int i = 0; i < size; i++) {
      clock += random.nextInt(4) == 0 ? random.nextInt(40) : random.nextInt(4);
      if (follows) {
        clock += random.nextInt(20) == 0 ? random.nextInt(PAUSE_TICKS) : 0;
        // Now and then so late that the arrival clock was estimated to be further.
        long delay = random.nextInt(10) == 0 ? random.nextInt(100) : random.nextInt(3);
        readable = Math.max(readable, micros(clock + delay));
      }
      arrivals.add(new ArrivingSource.Arrival(readable, element(partition, keys, clock, i)));
    }
    return arrivals;
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
    return new Reading(kind == 1 ? null : key, micros(event), micros(arrival), value);
  }

  /** Times of a source that follows are those of the simulated wall clock. */
  private long micros(long ticks) {
    return (follows ? Simulation.BEGIN_MICROS : 0) + ticks * tickMicros();
  }
}
