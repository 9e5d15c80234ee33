package io.tidemark.benchmarks.flink;

import io.tidemark.benchmarks.compare.Surroundings;
import io.tidemark.benchmarks.job.Event;
import io.tidemark.benchmarks.latency.Ages;
import io.tidemark.benchmarks.latency.PacedLoad;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.serialization.Encoder;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.filesystem.bucketassigners.BasePathBucketAssigner;
import org.apache.flink.streaming.api.functions.sink.filesystem.rollingpolicies.OnCheckpointRollingPolicy;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;

/**
 * How old Flink's results are when its file sink has committed them, exactly once: when the file
 * has its final name. Arguments: elements a second, seconds, milliseconds between checkpoints.
 */
public final class FlinkLatency {
  /** Flink's own is 200 ms, which would be in every result's age. */
  private static final Duration WATERMARKS = Duration.ofMillis(10);

  private static final int ROW_BYTES = 3 * Long.BYTES;

  private FlinkLatency() {}

  public static void main(String[] args) throws Exception {
    long begin = PacedLoad.nowMicros() + TimeUnit.SECONDS.toMicros(8);
    PacedLoad load =
        new PacedLoad(begin, Integer.parseInt(args[0]), Integer.parseInt(args[1]), true);
    Duration checkpoints = Duration.ofMillis(Long.parseLong(args[2]));
    Path folder = Files.createTempDirectory("flink-latency-");
    Path out = Files.createDirectories(folder.resolve("out"));
    Configuration configuration = new Configuration();
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
    configuration.set(PipelineOptions.AUTO_WATERMARK_INTERVAL, WATERMARKS);
    Ages ages = new Ages();
    Surroundings surroundings =
        new Surroundings(
            Files.createDirectories(folder.resolve("checkpoints")),
            PacedLoad.PARTITIONS,
            checkpoints);
    try (FlinkCluster cluster = FlinkCluster.start(surroundings, configuration);
        CommittedFiles files = CommittedFiles.watch(out, file -> read(file, ages))) {
      cluster.await(cluster.submit(job(cluster.environment(), load, out)));
      files.awaitQuiet();
    }
    System.out.printf("checkpoints every %d ms: %s%n", checkpoints.toMillis(), ages.toString(load));
  }

  private static StreamExecutionEnvironment job(
      StreamExecutionEnvironment environment, PacedLoad load, Path out) {
    FileSink<WindowCount> sink =
        FileSink.forRowFormat(new org.apache.flink.core.fs.Path(out.toUri()), rows())
            .withBucketAssigner(new BasePathBucketAssigner<>())
            .withRollingPolicy(OnCheckpointRollingPolicy.build())
            .build();
    environment
        .fromSource(
            new PacedSource(load),
            WatermarkStrategy.forMonotonousTimestamps(),
            "paced",
            new EventType())
        .keyBy(Event::key, Types.LONG)
        .window(TumblingEventTimeWindows.of(PacedLoad.WINDOW))
        .aggregate(new Counting(), new EmitCount(), Types.LONG, Types.POJO(WindowCount.class))
        .sinkTo(sink)
        .name("files");
    return environment;
  }

  private static Encoder<WindowCount> rows() {
    return (row, stream) ->
        stream.write(
            ByteBuffer.allocate(ROW_BYTES)
                .putLong(row.windowEndMicros())
                .putLong(row.key())
                .putLong(row.count())
                .array());
  }

  private static void read(Path file, Ages ages) throws IOException {
    ByteBuffer rows = ByteBuffer.wrap(Files.readAllBytes(file));
    while (rows.remaining() >= ROW_BYTES) {
      long end = rows.getLong(rows.position());
      int count = 0;
      while (rows.remaining() >= ROW_BYTES && rows.getLong(rows.position()) == end) {
        rows.position(rows.position() + ROW_BYTES);
        count++;
      }
      ages.add(end, count);
    }
  }
}
