package io.tidemark.benchmarks.beam;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigValueFactory;
import io.tidemark.benchmarks.beam.Tally.Sum;
import io.tidemark.benchmarks.nexmark.Event;
import io.tidemark.benchmarks.nexmark.InMemory;
import io.tidemark.benchmarks.nexmark.Query;
import io.tidemark.benchmarks.nexmark.Streams;
import io.tidemark.config.Tidemark;
import io.tidemark.config.launch.Ending;
import io.tidemark.config.launch.RunSummary;
import io.tidemark.core.pipeline.Pipeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/**
 * How many events a second each query takes, on one node with a journal on disk. Events are made
 * beforehand and read from two partitions in memory; rows are hashed and forgotten.
 *
 * <p>Arguments: how many events, how many rounds, and the names of queries, by default all of them.
 * A round runs every query once; what is printed is the median of the rounds after one to warm up.
 */
public final class NexmarkRates {
  private static final int PARTITIONS = 2;
  private static final long PATIENCE_MINUTES = 10;

  private final ActorSystem<?> system;
  private final List<List<Event>> events;
  private int runs;

  private NexmarkRates(ActorSystem<?> system, List<List<Event>> events) {
    this.system = system;
    this.events = events;
  }

  /** Runs them and prints a line for each. */
  public static void main(String[] args) throws Exception {
    int count = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
    int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 3;
    List<Query> queries =
        args.length > 2
            ? Arrays.stream(args).skip(2).map(Query::valueOf).toList()
            : List.of(Query.values());
    Path journal = Files.createTempDirectory("tidemark-nexmark-");
    Config config =
        ConfigFactory.load(
            ConfigFactory.parseResources("tidemark-local.conf")
                .withValue(
                    "tidemark.journal.directory",
                    ConfigValueFactory.fromAnyRef(journal.toString())));
    ActorSystem<?> system = ActorSystem.create(Behaviors.empty(), "nexmark", config);
    try {
      new NexmarkRates(system, dealt(count)).print(queries, rounds);
    } finally {
      system.terminate();
      system.getWhenTerminated().toCompletableFuture().get(PATIENCE_MINUTES, TimeUnit.MINUTES);
      delete(journal);
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private static List<List<Event>> dealt(int count) {
    List<List<Event>> partitions = new ArrayList<>();
    for (int i = 0; i < PARTITIONS; i++) {
      partitions.add(new ArrayList<>());
    }
    int turn = 0;
    for (Event event : BeamEvents.of(BeamEvents.configuration(count, 1))) {
      partitions.get(turn).add(event);
      turn = (turn + 1) % PARTITIONS;
    }
    return partitions;
  }

  private void print(List<Query> queries, int rounds) throws Exception {
    List<Sum> sums = new ArrayList<>();
    for (Query query : queries) {
      sums.add(run(query));
    }
    long[][] millis = new long[queries.size()][rounds];
    for (int round = 0; round < rounds; round++) {
      for (int i = 0; i < queries.size(); i++) {
        long began = System.nanoTime();
        Sum sum = run(queries.get(i));
        millis[i][round] = Math.max(1, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began));
        if (!sum.equals(sums.get(i))) {
          throw new IllegalStateException(queries.get(i) + " gave other rows in round " + round);
        }
      }
    }
    for (int i = 0; i < queries.size(); i++) {
      print(queries.get(i), millis[i], sums.get(i));
    }
  }

  private void print(Query query, long[] millis, Sum sum) {
    Arrays.sort(millis);
    long median = millis[millis.length / 2];
    long count = events.stream().mapToLong(List::size).sum();
    System.out.printf(
        Locale.ROOT,
        "%-14s %,10d events/s, %,7d ms (%,d to %,d), %,d rows%n",
        query,
        count * 1_000 / median,
        median,
        millis[0],
        millis[millis.length - 1],
        sum.rows());
  }

  private Sum run(Query query) throws Exception {
    Tally tally = new Tally();
    InMemory<Event> source = new InMemory<>(Event.class, events);
    Pipeline pipeline =
        Pipeline.named(
            "run" + runs++, p -> query.describe(new Streams(p, source, Duration.ZERO), tally));
    RunSummary summary =
        Tidemark.start(system, pipeline)
            .ended()
            .toCompletableFuture()
            .get(PATIENCE_MINUTES, TimeUnit.MINUTES);
    if (summary.ending() != Ending.COMPLETE) {
      throw new IllegalStateException(query + " did not complete: " + summary.reason());
    }
    return tally.sum();
  }
}
