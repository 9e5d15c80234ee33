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
import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.time.SourceTime;
import io.tidemark.core.time.TimePolicy;
import io.tidemark.core.window.Aggregates;
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
    try (DigestWriter writer = new DigestWriter(directory.resolve(name + ".rows"))) {
      RunSummary summary =
          io.tidemark.config.Tidemark.start(node.system(), pipeline(name, job, writer, substreams))
              .ended()
              .toCompletableFuture()
              .get(PATIENCE_MINUTES, TimeUnit.MINUTES);
      if (summary.ending() != Ending.COMPLETE) {
        throw new IllegalStateException("the job did not complete: " + summary.reason());
      }
      return writer.digest();
    }
  }

  @Override
  public void close() {
    node.close();
    journal.close();
  }

  private static Pipeline pipeline(String name, Job job, DigestWriter writer, boolean substreams) {
    SourceTime<Event> time =
        TimePolicy.eventTimeMicros(Event::timeMicros).outOfOrder(micros(Job.DISORDER_MICROS));
    return Pipeline.named(
        name,
        p ->
            p.keyGroups(KEY_GROUPS)
                .source(
                    "events",
                    substreams ? GeneratedSource.inOnePartition(job) : GeneratedSource.of(job))
                .stopOnBadInput()
                .time(substreams ? time.substreams(KEY) : time)
                .keyBy(KEY)
                .window(windows(job.shape()))
                .aggregate("counts", Aggregates.count())
                .toWriter("rows", () -> writer));
  }

  private static Windows windows(Shape shape) {
    return shape.sizeMicros() == shape.slideMicros()
        ? Windows.tumbling(micros(shape.sizeMicros()))
        : Windows.hopping(micros(shape.sizeMicros()), micros(shape.slideMicros()));
  }

  private static Duration micros(long micros) {
    return Duration.of(micros, ChronoUnit.MICROS);
  }
}
