package io.tidemark.benchmarks.tidemark;

import com.typesafe.config.ConfigFactory;
import io.tidemark.benchmarks.job.Event;
import io.tidemark.config.launch.Ending;
import io.tidemark.config.launch.RunSummary;
import io.tidemark.core.codec.Codec;
import io.tidemark.core.key.Key;
import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.row.RecordCodec;
import io.tidemark.core.sink.SinkWriter;
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
import io.tidemark.persistence.journal.PostgresSchema;
import io.tidemark.persistence.journal.PostgresSettings;
import io.tidemark.sharding.ClusterNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * How long after the end of its window a result is committed: written to a file, synced. Elements
 * come at a fixed rate, each when the wall clock reaches its event time. Arguments: elements a
 * second, seconds, and optionally the JDBC URL of a PostgreSQL database and its user; without them
 * the journal is LevelDB in a folder of its own, fsync on.
 */
public final class Latency {
  private static final int PARTITIONS = 2;
  private static final int KEYS = 10_000;
  private static final Duration WINDOW = Duration.ofMillis(100);
  private static final long WARM_UP_MICROS = TimeUnit.SECONDS.toMicros(10);
  private static final Clock CLOCK = Clock.systemUTC();

  private Latency() {}

  public static void main(String[] args) throws Exception {
    int perSecond = Integer.parseInt(args[0]);
    int seconds = Integer.parseInt(args[1]);
    Path folder = Files.createTempDirectory("tidemark-latency-");
    JournalSettings settings = JournalSettings.defaults();
    if (args.length > 2) {
      PostgresSettings database = PostgresSettings.of(args[2], args[3]);
      PostgresSchema.init(database);
      settings = settings.withPostgres(database);
      Journal.discard(settings, "latency");
    }
    Rows rows = new Rows(folder.resolve("rows"));
    try (Journal journal = Journal.open(folder.resolve("journal"), settings);
        ClusterNode node =
            ClusterNode.alone(
                "latency",
                ConfigFactory.load(ConfigFactory.parseResources(ClusterNode.ONE_NODE)),
                new JournalSetup(journal))) {
      long begin = nowMicros() + TimeUnit.SECONDS.toMicros(2);
      long each = (long) perSecond * seconds / PARTITIONS;
      Paced source = new Paced(begin, perSecond / PARTITIONS, each);
      RunSummary summary =
          io.tidemark.config.Tidemark.start(node.system(), pipeline(source, rows))
              .ended()
              .toCompletableFuture()
              .get(seconds + 300L, TimeUnit.SECONDS);
      if (summary.ending() != Ending.COMPLETE) {
        throw new IllegalStateException("it did not complete: " + summary.reason());
      }
      rows.print(perSecond, begin + WARM_UP_MICROS, begin + TimeUnit.SECONDS.toMicros(seconds));
    }
  }

  private static long nowMicros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, CLOCK.instant());
  }

  private static Pipeline pipeline(Paced source, Rows rows) {
    return Pipeline.named(
        "latency",
        p ->
            p.keyGroups(4)
                .source("events", source)
                .time(TimePolicy.eventTimeMicros(Event::timeMicros).outOfOrder(Duration.ZERO))
                .keyBy(Key.of(Event::key))
                .window(Windows.tumbling(WINDOW))
                .aggregate("counts", Aggregates.count())
                .toWriter("rows", () -> rows));
  }

  /** Elements at equal distances in time, none before its time. */
  private record Paced(long beginMicros, int perSecond, long each) implements Source<Event> {
    @Override
    public List<String> partitions() {
      return IntStream.range(0, PARTITIONS).mapToObj(Integer::toString).toList();
    }

    @Override
    public Optional<Codec<Event>> codec() {
      return Optional.of(RecordCodec.of(Event.class));
    }

    private long timeMicros(long index) {
      return beginMicros + index * 1_000_000 / perSecond;
    }

    @Override
    public PartitionReader open(int partition) {
      return new PartitionReader() {
        @Override
        public RecordBatch read(Offset from, int maxRecords) {
          long first = from.position();
          // Some at once, as a broker would hand them over.
          long due = timeMicros(Math.min(each - 1, first)) + 1_000 - nowMicros();
          if (due > 0) {
            LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(due));
          }
          long now = nowMicros();
          Object[] values = new Object[maxRecords];
          long[] positions = new long[maxRecords];
          int size = 0;
          while (size < maxRecords && first + size < each && timeMicros(first + size) <= now) {
            long index = first + size;
            positions[size] = index;
            values[size] = new Event((index * 7_919 + partition) % KEYS, timeMicros(index), 1);
            size++;
          }
          Offset end = new Offset(0, first + size);
          return new RecordBatch(values, positions, 0, size, end, end.position() == each, size);
        }

        @Override
        public void close() {}
      };
    }
  }

  /** Writes rows of three numbers, and notes at each sync how old they are. */
  private static final class Rows implements SinkWriter<WindowResult<Long>> {
    private record Committed(long endMicros, long ageMicros, int rows) {}

    private final FileChannel channel;
    private final List<Committed> committed = new ArrayList<>();
    private final List<WindowResult<Long>> unsynced = new ArrayList<>();

    Rows(Path file) throws IOException {
      channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    @Override
    public long restore(long committedLength) {
      return committedLength;
    }

    @Override
    public long append(List<WindowResult<Long>> rows) throws IOException {
      ByteBuffer buffer = ByteBuffer.allocate(rows.size() * 24);
      for (WindowResult<Long> row : rows) {
        buffer.putLong(row.endMicros()).putLong(row.key()).putLong((Long) row.values().get(0));
      }
      buffer.flip();
      while (buffer.hasRemaining()) {
        channel.write(buffer, channel.size());
      }
      unsynced.addAll(rows);
      return channel.size();
    }

    @Override
    public void sync() throws IOException {
      channel.force(false);
      long now = nowMicros();
      for (int i = 0; i < unsynced.size(); ) {
        long end = unsynced.get(i).endMicros();
        int from = i;
        while (i < unsynced.size() && unsynced.get(i).endMicros() == end) {
          i++;
        }
        committed.add(new Committed(end, now - end, i - from));
      }
      unsynced.clear();
    }

    void print(int perSecond, long fromMicros, long toMicros) {
      List<Committed> measured =
          committed.stream()
              .filter(some -> some.endMicros > fromMicros && some.endMicros < toMicros)
              .sorted(Comparator.comparingLong(Committed::ageMicros))
              .toList();
      long all = measured.stream().mapToLong(Committed::rows).sum();
      System.out.printf(
          Locale.ROOT,
          "%,d elements/s, windows of %d ms, %,d keys, %,d results: p50 %.0f ms, p99 %.0f ms, p99.9 %.0f ms%n",
          perSecond,
          WINDOW.toMillis(),
          KEYS,
          all,
          quantile(measured, all, 0.5),
          quantile(measured, all, 0.99),
          quantile(measured, all, 0.999));
    }

    private static double quantile(List<Committed> sorted, long all, double share) {
      long seen = 0;
      for (Committed some : sorted) {
        seen += some.rows;
        if (seen >= share * all) {
          return some.ageMicros / 1000.0;
        }
      }
      return Double.NaN;
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
