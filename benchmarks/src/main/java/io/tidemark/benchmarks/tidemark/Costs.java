package io.tidemark.benchmarks.tidemark;

import com.typesafe.config.ConfigFactory;
import io.tidemark.benchmarks.job.Event;
import io.tidemark.benchmarks.job.Job;
import io.tidemark.benchmarks.job.Shape;
import io.tidemark.config.Tidemark;
import io.tidemark.config.launch.Ending;
import io.tidemark.config.launch.RunSummary;
import io.tidemark.core.pipeline.KeyedStage;
import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.time.TimePolicy;
import io.tidemark.core.transform.Timer;
import io.tidemark.core.transform.Transform;
import io.tidemark.core.transform.TransformContext;
import io.tidemark.core.window.Aggregates;
import io.tidemark.core.window.Windows;
import io.tidemark.persistence.journal.Journal;
import io.tidemark.persistence.journal.JournalSettings;
import io.tidemark.persistence.journal.JournalSetup;
import io.tidemark.sharding.ClusterNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What computations of different kinds cost beside each other, in one JVM: each is run once to warm
 * up and then in rounds, one after the other, and medians are compared with that of tumbling
 * windows. A run whose number of rows differs from the warm-up's ends it. Arguments: an empty
 * directory, elements, keys, rounds, and names of kinds, all where there are none.
 */
public final class Costs {
  private static final int KEY_GROUPS = 4;
  private static final long ELEMENTS_PER_WINDOW = 400_000;
  private static final long PATIENCE_MINUTES = 30;
  private static final Duration SIZE = Duration.ofSeconds(10);

  /** What is computed of keyed elements, to rows that are counted. */
  private enum Kind {
    TUMBLING,
    HOP_2S,
    HOP_100MS,
    SESSION,
    TRANSFORM,
    TWO_TIMERS,
    JOIN;

    void over(KeyedStage<Event, Long> keyed, CountedRows rows) {
      switch (this) {
        case TUMBLING -> windowed(keyed, Windows.tumbling(SIZE), rows);
        case HOP_2S -> windowed(keyed, Windows.hopping(SIZE, Duration.ofSeconds(2)), rows);
        case HOP_100MS -> windowed(keyed, Windows.hopping(SIZE, Duration.ofMillis(100)), rows);
        case SESSION -> windowed(keyed, Windows.session(Duration.ofSeconds(1)), rows);
        case TRANSFORM -> transformed(keyed, new Sums(), rows);
        case TWO_TIMERS -> transformed(keyed, new TwoTimers(), rows);
        case JOIN ->
            keyed
                .join(keyed)
                .within(Duration.ZERO, Duration.ofMillis(10))
                .inner("results", Sum.class, (left, right) -> new Sum(left.key(), right.value()))
                .toWriter("rows", rows::writer);
      }
    }
  }

  private static void windowed(KeyedStage<Event, Long> keyed, Windows windows, CountedRows rows) {
    keyed.window(windows).aggregate("results", Aggregates.count()).toWriter("rows", rows::writer);
  }

  private static void transformed(
      KeyedStage<Event, Long> keyed,
      Transform<Long, Event, Long, Sum> transform,
      CountedRows rows) {
    keyed.transform("results", transform, Long.class, Sum.class).toWriter("rows", rows::writer);
  }

  /** A result. */
  record Sum(long key, long sum) {}

  /** A running count, told with every thousandth element of a key. */
  private static final class Sums implements Transform<Long, Event, Long, Sum> {
    @Override
    public Long onElement(@Nullable Long count, Event event, TransformContext<Long, Sum> context) {
      long next = count == null ? 1 : count + 1;
      if (next % 1_000 == 0) {
        context.emit(new Sum(event.key(), next));
      }
      return next;
    }
  }

  /** Two timers for each element, one of which tells how often they ran. */
  private static final class TwoTimers implements Transform<Long, Event, Long, Sum> {
    @Override
    public @Nullable Long onElement(
        @Nullable Long count, Event event, TransformContext<Long, Sum> context) {
      Instant soon = context.time().plusMillis(500);
      context.setTimer("soon", soon, soon);
      Instant later = context.time().plusSeconds(1);
      context.setTimer("later", later, later);
      return count == null ? Long.valueOf(0) : count;
    }

    @Override
    public @Nullable Long onTimer(
        @Nullable Long count, Timer timer, TransformContext<Long, Sum> context) {
      long next = count == null ? 1 : count + 1;
      if ("later".equals(timer.name())) {
        context.emit(new Sum(context.key(), next));
      }
      return next;
    }
  }

  private Costs() {}

  public static void main(String[] args) throws Exception {
    Path root = Files.createDirectories(Path.of(args[0]));
    Job job =
        Job.of(
            Shape.TUMBLING,
            Long.parseLong(args[2]),
            Long.parseLong(args[1]),
            ELEMENTS_PER_WINDOW,
            1);
    int rounds = Integer.parseInt(args[3]);
    List<Kind> kinds = new ArrayList<>();
    for (int i = 4; i < args.length; i++) {
      kinds.add(Kind.valueOf(args[i].toUpperCase(Locale.ROOT).replace('-', '_')));
    }
    if (kinds.isEmpty()) {
      kinds.addAll(List.of(Kind.values()));
    }
    try (Journal journal = Journal.open(root.resolve("journal"), JournalSettings.defaults());
        ClusterNode node =
            ClusterNode.alone(
                "costs",
                ConfigFactory.load(ConfigFactory.parseResources(ClusterNode.ONE_NODE)),
                new JournalSetup(journal))) {
      measure(root, node, kinds, job, rounds);
    }
  }

  private static void measure(Path root, ClusterNode node, List<Kind> kinds, Job job, int rounds)
      throws Exception {
    Map<Kind, Long> rows = new EnumMap<>(Kind.class);
    Map<Kind, List<Double>> seconds = new EnumMap<>(Kind.class);
    for (int round = 0; round <= rounds; round++) {
      for (Kind kind : kinds) {
        String name = kind.name().toLowerCase(Locale.ROOT) + round;
        long began = System.nanoTime();
        long counted = run(root.resolve(name), node, name, kind, job);
        double took = (System.nanoTime() - began) / 1e9;
        Long before = rows.putIfAbsent(kind, counted);
        if (before != null && before != counted) {
          throw new IllegalStateException(
              "another number of rows: kind=" + kind + ", was=" + before + ", is=" + counted);
        }
        if (round > 0) {
          seconds.computeIfAbsent(kind, k -> new ArrayList<>()).add(took);
        }
      }
    }
    print(job, rows, seconds);
  }

  private static void print(Job job, Map<Kind, Long> rows, Map<Kind, List<Double>> seconds) {
    System.out.printf("%d elements, %d keys, medians%n", job.elements(), job.keys());
    System.out.printf("%-12s %12s %10s %14s %8s%n", "kind", "rows", "s", "elements/s", "times");
    double first = 0;
    for (Map.Entry<Kind, List<Double>> of : seconds.entrySet()) {
      List<Double> sorted = of.getValue().stream().sorted().toList();
      double median = sorted.get(sorted.size() / 2);
      first = first == 0 ? median : first;
      System.out.printf(
          Locale.ROOT,
          "%-12s %12d %10.2f %14.0f %8.2f%n",
          of.getKey().name().toLowerCase(Locale.ROOT),
          rows.get(of.getKey()),
          median,
          job.elements() / median,
          median / first);
    }
  }

  private static long run(Path file, ClusterNode node, String name, Kind kind, Job job)
      throws Exception {
    try (CountedRows rows = new CountedRows(file)) {
      RunSummary summary =
          Tidemark.start(node.system(), pipeline(name, kind, job, rows))
              .ended()
              .toCompletableFuture()
              .get(PATIENCE_MINUTES, TimeUnit.MINUTES);
      if (summary.ending() != Ending.COMPLETE) {
        throw new IllegalStateException("it did not complete: " + summary.reason());
      }
      return rows.count();
    }
  }

  private static Pipeline pipeline(String name, Kind kind, Job job, CountedRows rows) {
    return Pipeline.named(
        name,
        p ->
            kind.over(
                p.keyGroups(KEY_GROUPS)
                    .source("events", GeneratedSource.of(job))
                    .time(
                        TimePolicy.eventTimeMicros(Event::timeMicros)
                            .outOfOrder(Duration.ofSeconds(1)))
                    .keyBy(Event::key),
                rows));
  }
}
