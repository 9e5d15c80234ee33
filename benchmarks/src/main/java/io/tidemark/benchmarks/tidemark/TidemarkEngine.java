package io.tidemark.benchmarks.tidemark;

import com.typesafe.config.ConfigFactory;
import io.tidemark.benchmarks.compare.Engine;
import io.tidemark.benchmarks.job.Digest;
import io.tidemark.benchmarks.job.Event;
import io.tidemark.benchmarks.job.Job;
import io.tidemark.benchmarks.job.Shape;
import io.tidemark.config.launch.Ending;
import io.tidemark.config.launch.RunSummary;
import io.tidemark.core.key.Key;
import io.tidemark.core.pipeline.KeyedStage;
import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.time.SourceTime;
import io.tidemark.core.time.TimePolicy;
import io.tidemark.core.window.Aggregates;
import io.tidemark.core.window.WindowResult;
import io.tidemark.core.window.Windows;
import io.tidemark.persistence.journal.Journal;
import io.tidemark.persistence.journal.JournalSettings;
import io.tidemark.persistence.journal.JournalSetup;
import io.tidemark.sharding.ClusterNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Runs each job as a pipeline of its own on one node that stays up between jobs. */
final class TidemarkEngine implements Engine {
  private static final int KEY_GROUPS = 4;
  private static final long PATIENCE_MINUTES = 30;
  private static final Key<Event, Long> KEY = Key.of(Event::key);

  private final Path directory;
  private final boolean substreams;
  private final Journal journal;
  private final ClusterNode node;
  private int runs;

  /**
   * A node that is up.
   *
   * @param substreams whether each key has a substream, which computes for it
   */
  TidemarkEngine(Path directory, boolean substreams) {
    this.directory = directory;
    this.substreams = substreams;
    try {
      Files.createDirectories(directory);
      journal = Journal.open(directory.resolve("journal"), JournalSettings.defaults());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    node =
        ClusterNode.alone(
            "benchmark",
            ConfigFactory.load(ConfigFactory.parseResources(ClusterNode.ONE_NODE)),
            new JournalSetup(journal));
  }

  @Override
  public Digest run(Job job) throws Exception {
    String name = "job" + runs++;
    Path file = directory.resolve(name + ".rows");
    if (job.shape() == Shape.TIMERS) {
      try (DigestWriter<Fired> writer =
          new DigestWriter<>(file, Fired::timeMicros, Fired::key, Fired::count)) {
        return run(
            name,
            job,
            writer,
            keyed ->
                keyed
                    .transform("fired", new TwoTimers(), Long.class, Fired.class)
                    .toWriter("rows", () -> writer));
      }
    }
    try (DigestWriter<WindowResult<Long>> writer = DigestWriter.ofCounts(file)) {
      return run(
          name,
          job,
          writer,
          keyed ->
              keyed
                  .window(windows(job.shape()))
                  .aggregate("counts", Aggregates.count())
                  .toWriter("rows", () -> writer));
    }
  }

  private Digest run(
      String name, Job job, DigestWriter<?> writer, Consumer<KeyedStage<Event, Long>> computed)
      throws Exception {
    RunSummary summary =
        io.tidemark.config.Tidemark.start(node.system(), pipeline(name, job, computed))
            .ended()
            .toCompletableFuture()
            .get(PATIENCE_MINUTES, TimeUnit.MINUTES);
    if (summary.ending() != Ending.COMPLETE) {
      throw new IllegalStateException("the job did not complete: " + summary.reason());
    }
    return writer.digest();
  }

  @Override
  public void close() {
    node.close();
    journal.close();
  }

  private Pipeline pipeline(String name, Job job, Consumer<KeyedStage<Event, Long>> computed) {
    SourceTime<Event> time =
        TimePolicy.eventTimeMicros(Event::timeMicros).outOfOrder(micros(Job.DISORDER_MICROS));
    return Pipeline.named(
        name,
        p ->
            computed.accept(
                p.keyGroups(KEY_GROUPS)
                    .source(
                        "events",
                        substreams ? GeneratedSource.inOnePartition(job) : GeneratedSource.of(job))
                    .stopOnBadInput()
                    .time(substreams ? time.substreams(KEY) : time)
                    .keyBy(KEY)));
  }

  private static Windows windows(Shape shape) {
    Duration size = micros(shape.sizeMicros());
    return switch (shape) {
      case TUMBLING -> Windows.tumbling(size);
      case HOPPING -> Windows.hopping(size, micros(shape.slideMicros()));
      case SESSION -> Windows.session(size);
      case TIMERS -> throw new IllegalArgumentException("no windows: " + shape);
    };
  }

  private static Duration micros(long micros) {
    return Duration.of(micros, ChronoUnit.MICROS);
  }
}
