package io.tidemark.benchmarks.tidemark;

import com.typesafe.config.ConfigFactory;
import io.tidemark.config.launch.Run;
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
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Bytes of heap for each live substream, with one open window: one element for each of so many
 * keys, and then the source has nothing more. The heap in use after a collection, less what the
 * node used before, by the number of keys; the partition's part is in it. Arguments: an empty
 * directory, then numbers of keys.
 */
public final class SubstreamMemory {
  private static final Key<Reading, Long> KEY = Key.of(Reading::key);
  private static final long SETTLED_BYTES = 1L << 20;
  private static final int PATIENCE_SECONDS = 120;

  private SubstreamMemory() {}

  /** An element. */
  record Reading(long key, long timeMicros) {}

  public static void main(String[] args) throws Exception {
    Path root = Files.createDirectories(Path.of(args[0]));
    System.out.println("substreams  bytes each");
    try (Journal journal = Journal.open(root.resolve("journal"), JournalSettings.defaults());
        ClusterNode node =
            ClusterNode.alone(
                "memory",
                ConfigFactory.load(ConfigFactory.parseResources(ClusterNode.ONE_NODE)),
                new JournalSetup(journal))) {
      measure(node, root, 1_000);
      for (int i = 1; i < args.length; i++) {
        int keys = Integer.parseInt(args[i]);
        System.out.printf("%10d %11d%n", keys, measure(node, root, keys));
      }
    }
  }

  private static long measure(ClusterNode node, Path root, int keys) throws Exception {
    long before = settledHeap();
    try (DigestWriter<WindowResult<Long>> writer =
        DigestWriter.ofCounts(root.resolve("rows" + keys))) {
      Pipeline pipeline =
          Pipeline.named(
              "memory" + keys,
              p ->
                  p.source("readings", new OneEach(keys))
                      .time(TimePolicy.eventTimeMicros(Reading::timeMicros).substreams(KEY))
                      .keyBy(KEY)
                      .window(Windows.tumbling(Duration.ofHours(1)))
                      .aggregate("counts", Aggregates.count())
                      .toWriter("rows", () -> writer));
      Run run = Run.start(node.system(), pipeline);
      while (run.recordsRead() < keys) {
        TimeUnit.MILLISECONDS.sleep(100);
      }
      long after = settledHeap();
      run.stop().toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      return (after - before) / keys;
    }
  }

  /** The heap in use once it no longer shrinks: what is under way has been written by then. */
  private static long settledHeap() throws InterruptedException {
    long used = Long.MAX_VALUE;
    for (int second = 0; second < PATIENCE_SECONDS; second += 3) {
      System.gc();
      long now = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
      if (now > used - SETTLED_BYTES && now < used + SETTLED_BYTES) {
        return now;
      }
      used = now;
      TimeUnit.SECONDS.sleep(3);
    }
    throw new IllegalStateException("the heap does not settle: used=" + used);
  }

  private record OneEach(int keys) implements Source<Reading> {
    @Override
    public List<String> partitions() {
      return List.of("0");
    }

    @Override
    public PartitionReader open(int partition) {
      return new PartitionReader() {
        @Override
        public RecordBatch read(Offset from, int maxRecords) {
          int first = (int) from.position();
          int size = Math.min(maxRecords, keys - first);
          if (size == 0) {
            return RecordBatch.empty(from, false);
          }
          Object[] values = new Object[size];
          long[] positions = new long[size];
          for (int i = 0; i < size; i++) {
            positions[i] = from.position() + i;
            values[i] = new Reading(positions[i], positions[i]);
          }
          return new RecordBatch(
              values, positions, 0, size, new Offset(0, from.position() + size), false, first);
        }

        @Override
        public void close() {}
      };
    }

    @Override
    public boolean follows() {
      return true;
    }

    @Override
    public Optional<Codec<Reading>> codec() {
      return Optional.of(RecordCodec.of(Reading.class));
    }
  }
}
