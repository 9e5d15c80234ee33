package io.tidemark.testkit.simulation;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
import io.tidemark.core.entity.Limits;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.partition.PartitionSettings.FlushAtEnd;
import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.pipeline.SinkSpec;
import io.tidemark.core.pipeline.SourceSpec;
import io.tidemark.core.pipeline.StreamSpec;
import io.tidemark.core.pipeline.WindowWork;
import io.tidemark.core.sink.Sink;
import io.tidemark.core.sink.SinkWriter;
import io.tidemark.core.source.Source;
import io.tidemark.core.time.TimePolicy;
import io.tidemark.core.time.TimePolicy.Basis;
import io.tidemark.core.window.Aggregates;
import io.tidemark.core.window.WindowResult;
import io.tidemark.core.window.Windows;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.Objects;

/** A small pipeline: readings, counted in windows by sensor, and what was rejected. */
final class Readings {
  private Readings() {}

  /** What a sensor said when, and when that arrived. */
  record Reading(String sensor, long eventMicros, long arrivalMicros) {
    /** The same, so much later. */
    Reading later(long micros) {
      return new Reading(sensor, eventMicros + micros, arrivalMicros + micros);
    }

    // Nobody promises those of a record, and golden files hold the text and a checksum of the hash.
    @Override
    public int hashCode() {
      return Objects.hash(sensor, eventMicros, arrivalMicros);
    }

    @Override
    public String toString() {
      return sensor + "," + eventMicros + "," + arrivalMicros;
    }
  }

  static final Codec<Object> CODEC =
      new Codec<>() {
        @Override
        public void write(Object element, DataOutput out) throws IOException {
          Reading reading = (Reading) element;
          Bytes.writeString(reading.sensor, out);
          out.writeLong(reading.eventMicros);
          out.writeLong(reading.arrivalMicros);
        }

        @Override
        public Object read(DataInput in) throws IOException {
          return new Reading(Bytes.readString(in), in.readLong(), in.readLong());
        }
      };

  /** Small bounds, so that little data makes much happen; keys leave memory after a second. */
  static Limits limits(int batchSize) {
    return Limits.defaults()
        .with(
            bounds ->
                bounds
                    .batchSize(batchSize)
                    .batchesAtOnce(1)
                    .window(4)
                    .inFlightElements(50)
                    .aheadElements(70)
                    .retainedElements(100)
                    .retainedOutputs(50)
                    .gatingOutputs(1_000)
                    .recordElements(20)
                    .recordAfterMicros(500_000)
                    .fireRows(4)
                    .commitRows(4)
                    .resendAfterMicros(500_000)
                    .passivateAfterMicros(1_000_000)
                    .keysPerTick(10)
                    .liveKeys(1_000)
                    .pingEveryMicros(400_000));
  }

  static Pipeline counted(
      Source<Object> source, TimePolicy policy, boolean substreams, Windows windows) {
    return counted(source, policy, substreams, windows, 7);
  }

  static Pipeline counted(
      Source<Object> source,
      TimePolicy policy,
      boolean substreams,
      Windows windows,
      int batchSize) {
    KeySelector<Object, Object> sensor = KeySelector.ofValues(r -> ((Reading) r).sensor);
    boolean arrivals = policy.basis() != Basis.BACKFILL;
    SourceSpec readings =
        new SourceSpec(
            "readings",
            source,
            r -> ((Reading) r).eventMicros,
            arrivals ? r -> ((Reading) r).arrivalMicros : null,
            policy,
            substreams ? sensor : null,
            substreams,
            false,
            FlushAtEnd.INFINITY,
            false,
            CODEC);
    StreamSpec stream =
        StreamSpec.windowed(
            "counts",
            "readings",
            substreams,
            new WindowWork(sensor, windows, List.of(Aggregates.count())));
    return new Pipeline(
        "readings",
        List.of(readings),
        List.of(stream),
        List.of(
            sink("rows", new SinkSpec.Feed.OfStream("counts")),
            sink("rejected", new SinkSpec.Feed.OfDiagnostics("readings"))),
        2,
        limits(batchSize));
  }

  static SinkSpec sink(String name, SinkSpec.Feed feed) {
    return new SinkSpec(name, feed, Readings::noWriter, Sink.Order.TIME);
  }

  private static SinkWriter<Object> noWriter() {
    throw new AssertionError("whoever steps the entities writes");
  }

  /** The results that were written: their windows and counts. */
  static List<String> counts(Lockstep pipeline) {
    return pipeline.rows("rows").stream()
        .map(row -> (WindowResult<?>) row)
        .map(row -> "[%d,%d) %s".formatted(row.startMicros(), row.endMicros(), row.values().get(0)))
        .toList();
  }
}
