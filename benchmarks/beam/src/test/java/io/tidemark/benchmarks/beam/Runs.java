package io.tidemark.benchmarks.beam;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import io.tidemark.benchmarks.nexmark.Event;
import io.tidemark.benchmarks.nexmark.InMemory;
import io.tidemark.benchmarks.nexmark.Query;
import io.tidemark.benchmarks.nexmark.Streams;
import io.tidemark.config.Tidemark;
import io.tidemark.config.launch.Ending;
import io.tidemark.config.launch.RunSummary;
import io.tidemark.core.pipeline.Pipeline;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/** Runs queries in one JVM, with their journals in memory. */
final class Runs {
  private static final long PATIENCE_SECONDS = 60;

  private final ActorSystem<?> system =
      ActorSystem.create(
          Behaviors.empty(),
          "nexmark",
          ConfigFactory.load(
              ConfigFactory.parseString("tidemark.journal.in-memory = on")
                  .withFallback(ConfigFactory.parseResources("tidemark-local.conf"))));
  private int runs;

  /**
   * How a query is run: results do not depend on it.
   *
   * @param batchSize 0 where it is not set
   */
  record Shape(int keyGroups, int batchSize) {}

  /**
   * The rows of a query, in the order of each sink.
   *
   * @param partitions the events of each partition of the source
   */
  List<List<?>> rows(Query query, List<List<Event>> partitions, Duration outOfOrder, Shape shape)
      throws Exception {
    Collected out = new Collected();
    Pipeline pipeline =
        Pipeline.named(
            "run" + runs++,
            p -> {
              p.keyGroups(shape.keyGroups);
              if (shape.batchSize > 0) {
                p.batchSize(shape.batchSize);
              }
              query.describe(
                  new Streams(p, new InMemory<>(Event.class, partitions), outOfOrder), out);
            });
    RunSummary summary =
        Tidemark.start(system, pipeline)
            .ended()
            .toCompletableFuture()
            .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    assertThat(summary.ending()).as(summary.reason()).isEqualTo(Ending.COMPLETE);
    assertThat(summary.source("events").counts().unchanged())
        .isEqualTo(partitions.stream().mapToLong(List::size).sum());
    return out.rows();
  }

  void end() throws Exception {
    system.terminate();
    system.getWhenTerminated().toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }
}
