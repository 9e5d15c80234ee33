package io.tidemark.benchmarks.tidemark;

import com.typesafe.config.ConfigFactory;
import io.tidemark.config.launch.Ending;
import io.tidemark.config.launch.Run;
import io.tidemark.config.launch.RunSummary;
import io.tidemark.core.codec.Codec;
import io.tidemark.core.key.Key;
import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.row.RecordCodec;
import io.tidemark.core.source.Offset;
import io.tidemark.core.source.PartitionReader;
import io.tidemark.core.source.RecordBatch;
import io.tidemark.core.source.Source;
import io.tidemark.core.time.TimePolicy;
import io.tidemark.core.window.Aggregates;
import io.tidemark.core.window.WindowResult;
import io.tidemark.core.window.Windows;
import io.tidemark.persistence.journal.Journal;
import io.tidemark.persistence.journal.JournalSettings;
import io.tidemark.persistence.journal.JournalSetup;
import io.tidemark.sharding.ClusterNode;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Whether memory stays flat while substreams come and go: each key has three elements, with as many
 * keys between them that about so many are live at a time, and never comes back. Prints the heap in
 * use after a collection, and the journal's size, at each tenth of the keys. Arguments: an empty
 * directory, keys, live keys.
 */
public final class SubstreamTurnover {
  private static final Key<Reading, Long> KEY = Key.of(Reading::key);
  private static final int ELEMENTS_OF_KEY = 3;
  private static final int TENTHS = 10;
  private static final int PATIENCE_MINUTES = 60;

  /**
   * Shorter than shipped: otherwise as many substreams stay in memory as begin within two minutes.
   */
  private static final Duration SILENCE = Duration.ofSeconds(1);

  private SubstreamTurnover() {}

  /** An element. */
  record Reading(long key, long timeMicros) {}

  public static void main(String[] args) throws Exception {
    Path root = Files.createDirectories(Path.of(args[0]));
    Passing source = new Passing(Long.parseLong(args[1]), Long.parseLong(args[2]));
    try (Journal journal = Journal.open(root.resolve("journal"), JournalSettings.defaults());
        ClusterNode node =
            ClusterNode.alone(
                "turnover",
                ConfigFactory.load(ConfigFactory.parseResources(ClusterNode.ONE_NODE)),
                new JournalSetup(journal));
        DigestWriter<WindowResult<Long>> writer = DigestWriter.ofCounts(root.resolve("rows"))) {
      Run run = Run.start(node.system(), pipeline(source, writer));
      System.out.println("      keys  heap MB  journal MB");
      for (int tenth = 1; tenth <= TENTHS; tenth++) {
        while (run.recordsRead() < source.elements() * tenth / TENTHS) {
          TimeUnit.MILLISECONDS.sleep(100);
        }
        System.gc();
        System.out.printf(
            "%10d %8d %11d%n",
            source.keys * tenth / TENTHS,
            ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() >> 20,
            size(root.resolve("journal")) >> 20);
      }
      RunSummary summary =
          run.ended().toCompletableFuture().get(PATIENCE_MINUTES, TimeUnit.MINUTES);
      if (summary.ending() != Ending.COMPLETE) {
        throw new IllegalStateException("it did not complete: " + summary.reason());
      }
      System.out.printf("%d rows%n", run.rowsWritten());
    }
  }

  /** A window is as long as two elements of a key are apart, so it closes soon after the key. */
  private static Pipeline pipeline(Passing source, DigestWriter<WindowResult<Long>> writer) {
    Pipeline shipped =
        Pipeline.named(
            "turnover",
            p ->
                p.source("readings", source)
                    .time(
                        TimePolicy.eventTimeMicros(Reading::timeMicros)
                            .arrivalTimeMicros(Reading::timeMicros)
                            .late(Duration.ZERO)
                            .substreams(KEY))
                    .keyBy(KEY)
                    .window(Windows.tumbling(Duration.ofMillis(source.between())))
                    .aggregate("counts", Aggregates.count())
                    .toWriter("rows", () -> writer));
    return shipped.withLimits(
        shipped.limits().with(bounds -> bounds.passivateAfterMicros(SILENCE.toNanos() / 1_000)));
  }

  private static long size(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.mapToLong(file -> file.toFile().length()).sum();
    }
  }

  /** Elements a millisecond apart, in three rounds, each as many keys behind the one before. */
  private record Passing(long keys, long live) implements Source<Reading> {
    /** Elements, and milliseconds, between two of a key. */
    private long between() {
      return live;
    }

    private long elements() {
      return (keys + (ELEMENTS_OF_KEY - 1) * live / ELEMENTS_OF_KEY) * ELEMENTS_OF_KEY;
    }

    @Override
    public List<String> partitions() {
      return List.of("0");
    }

    @Override
    public PartitionReader open(int partition) {
      return new PartitionReader() {
        @Override
        public RecordBatch read(Offset from, int maxRecords) {
          int size = (int) Math.min(maxRecords, elements() - from.position());
          Object[] values = new Object[size];
          long[] positions = new long[size];
          for (int i = 0; i < size; i++) {
            long position = from.position() + i;
            long round = position % ELEMENTS_OF_KEY;
            long key = position / ELEMENTS_OF_KEY - round * live / ELEMENTS_OF_KEY;
            positions[i] = position;
            // Before the first and after the last key of a round the others go on alone.
            values[i] = new Reading(Math.max(0, Math.min(keys - 1, key)), position * 1_000);
          }
          Offset end = new Offset(0, from.position() + size);
          return new RecordBatch(
              values, positions, 0, size, end, end.position() == elements(), size);
        }

        @Override
        public void close() {}
      };
    }

    @Override
    public Optional<Codec<Reading>> codec() {
      return Optional.of(RecordCodec.of(Reading.class));
    }
  }
}
