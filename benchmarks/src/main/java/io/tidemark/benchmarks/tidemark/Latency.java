package io.tidemark.benchmarks.tidemark;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.tidemark.benchmarks.job.Event;
import io.tidemark.benchmarks.latency.Ages;
import io.tidemark.benchmarks.latency.PacedLoad;
import io.tidemark.config.Tidemark;
import io.tidemark.config.launch.Ending;
import io.tidemark.config.launch.RunSummary;
import io.tidemark.core.key.Key;
import io.tidemark.core.pipeline.PayloadCodecs;
import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.pipeline.Plan;
import io.tidemark.core.sink.SinkWriter;
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
import io.tidemark.sharding.Membership;
import io.tidemark.sharding.NodeAddress;
import io.tidemark.sharding.wire.WireSetup;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * How old results are when they are committed, that is written to a file and synced, and how many
 * elements a second are worked through. Arguments:
 *
 * <ol>
 *   <li>{@code paced}, or {@code unpaced} for what is worked through where all elements are there
 *   <li>elements for each second of event time
 *   <li>seconds of event time
 *   <li>optionally the JDBC URL of a PostgreSQL database, and its user; without them the journal is
 *       LevelDB in a folder of its own, fsync on
 *   <li>optionally, for each of several nodes on this machine: the second since 1970 at which event
 *       time begins, the node's port, and the ports of all nodes. The first of them prepares the
 *       journal, so it is started first. The node that the sink is on prints the figures
 * </ol>
 */
public final class Latency {
  private static final String NAME = "latency";
  private static final String HOST = "127.0.0.1";
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int FIXED_ARGUMENTS = 3;
  private static final int DATABASE_ARGUMENTS = 5;

  private Latency() {}

  public static void main(String[] args) throws Exception {
    Path folder = Files.createTempDirectory("tidemark-latency-");
    List<Integer> ports =
        Stream.of(args).skip(DATABASE_ARGUMENTS + 1L).map(Integer::valueOf).toList();
    long begin =
        ports.isEmpty()
            ? PacedLoad.nowMicros() + TimeUnit.SECONDS.toMicros(8)
            : TimeUnit.SECONDS.toMicros(Long.parseLong(args[DATABASE_ARGUMENTS]));
    PacedLoad load =
        new PacedLoad(
            begin, Integer.parseInt(args[1]), Integer.parseInt(args[2]), args[0].equals("paced"));
    JournalSettings settings = JournalSettings.defaults();
    if (args.length > FIXED_ARGUMENTS) {
      settings = shared(args[FIXED_ARGUMENTS], args[FIXED_ARGUMENTS + 1], ports);
    }
    Ages ages = new Ages();
    try (Rows rows = new Rows(folder.resolve("rows"), ages);
        Journal journal = Journal.open(folder.resolve("journal"), settings)) {
      Pipeline pipeline = pipeline(load, rows);
      try (ClusterNode node = node(pipeline, ports, new JournalSetup(journal))) {
        run(node, pipeline, load, ages);
      }
    }
  }

  private static JournalSettings shared(String url, String user, List<Integer> ports) {
    PostgresSettings database = PostgresSettings.of(url, user);
    JournalSettings settings = JournalSettings.defaults().withPostgres(database);
    if (ports.isEmpty() || ports.get(0).equals(ports.get(1))) {
      PostgresSchema.init(database);
      Journal.discard(settings, NAME);
    }
    return settings;
  }

  private static ClusterNode node(Pipeline pipeline, List<Integer> ports, JournalSetup journal)
      throws InterruptedException {
    if (ports.isEmpty()) {
      Config alone = ConfigFactory.parseResources(ClusterNode.ONE_NODE);
      return ClusterNode.alone(NAME, ConfigFactory.load(alone), journal);
    }
    List<NodeAddress> seeds =
        ports.stream().skip(1).map(port -> new NodeAddress(HOST, port)).toList();
    Membership membership =
        new Membership("worker", new NodeAddress(HOST, ports.get(0)), List.copyOf(seeds));
    Config settings =
        ConfigFactory.parseMap(membership.settings())
            .withFallback(ConfigFactory.parseResources(ClusterNode.CLUSTER));
    WireSetup wire = new WireSetup(NAME, new PayloadCodecs(new Plan(pipeline))::between);
    ClusterNode node =
        ClusterNode.among(NAME, ConfigFactory.load(settings), membership, journal, wire);
    node.awaitUp(PATIENCE);
    while (node.size() < seeds.size()) {
      TimeUnit.MILLISECONDS.sleep(100);
    }
    return node;
  }

  private static void run(ClusterNode node, Pipeline pipeline, PacedLoad load, Ages ages)
      throws Exception {
    long began = System.nanoTime();
    RunSummary summary =
        Tidemark.start(node.system(), pipeline)
            .ended()
            .toCompletableFuture()
            .get(load.seconds() + 600L, TimeUnit.SECONDS);
    double seconds = (System.nanoTime() - began) / 1e9;
    if (summary.ending() != Ending.COMPLETE) {
      throw new IllegalStateException("it did not complete: " + summary.reason());
    }
    if (ages.rows() == 0) {
      System.out.println("the sink is on another node");
    } else if (load.paced()) {
      System.out.println(ages.toString(load));
    } else {
      System.out.printf(
          Locale.ROOT,
          "%,.0f elements/s, %.1f s, all %,d results%n",
          load.each() * PacedLoad.PARTITIONS / seconds,
          seconds,
          ages.rows());
    }
  }

  private static Pipeline pipeline(PacedLoad load, Rows rows) {
    return Pipeline.named(
        NAME,
        p ->
            p.keyGroups(4)
                .source("events", new PacedSource(load))
                .time(TimePolicy.eventTimeMicros(Event::timeMicros).outOfOrder(Duration.ZERO))
                .keyBy(Key.of(Event::key))
                .window(Windows.tumbling(PacedLoad.WINDOW))
                .aggregate("counts", Aggregates.count())
                .toWriter("rows", () -> rows));
  }

  /** Writes rows of three numbers, and notes at each sync how old they are. */
  private static final class Rows implements SinkWriter<WindowResult<Long>> {
    private final FileChannel channel;
    private final Ages ages;
    private final List<WindowResult<Long>> unsynced = new ArrayList<>();

    Rows(Path file, Ages ages) throws IOException {
      this.channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      this.ages = ages;
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
      for (int i = 0; i < unsynced.size(); ) {
        long end = unsynced.get(i).endMicros();
        int from = i;
        while (i < unsynced.size() && unsynced.get(i).endMicros() == end) {
          i++;
        }
        ages.add(end, i - from);
      }
      unsynced.clear();
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
