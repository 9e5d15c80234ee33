package io.tidemark.benchmarks.compare;

import io.tidemark.benchmarks.job.Job;
import io.tidemark.benchmarks.job.Shape;
import java.util.List;
import picocli.CommandLine.Option;

/** The options that say which job is run and how it is warmed up, shared by both commands. */
final class JobOptions {
  @Option(
      names = "--job",
      paramLabel = "SHAPE",
      description =
          "tumbling (10 s, the default), hopping (10 s every 2 s), session (a gap of 10 s) or timers"
              + " (two for each element)")
  private Shape shape = Shape.TUMBLING;

  @Option(names = "--keys", paramLabel = "N", description = "number of keys; default 10000")
  private long keys = 10_000;

  @Option(
      names = "--elements",
      paramLabel = "N",
      description =
          "elements of all partitions together; default 20 million tumbling, 5 million hopping and"
              + " session, 2 million timers")
  private long elements;

  @Option(
      names = "--window-elements",
      paramLabel = "N",
      description = "elements in 10 s of all partitions together; default 400000, 40000 session")
  private long elementsPerWindow;

  @Option(
      names = "--warmup",
      paramLabel = "N",
      description = "elements of the job that warms each JVM up; default half of --elements")
  private long warmupElements;

  @Option(names = "--seed", paramLabel = "N", description = "seed of the elements; default 1")
  private long seed = 1;

  /** The job to measure. */
  Job job() {
    return Job.of(shape, keys, elements(), elementsPerWindow(), seed);
  }

  /** The job that goes before it. */
  Job warmup() {
    return job().shortenedTo(warmupElements > 0 ? warmupElements : elements() / 2);
  }

  /** The options as they would be typed, for another process. */
  List<String> asArguments() {
    return List.of(
        "--job=" + shape,
        "--keys=" + keys,
        "--elements=" + elements(),
        "--window-elements=" + elementsPerWindow(),
        "--warmup=" + warmup().elements(),
        "--seed=" + seed);
  }

  private long elementsPerWindow() {
    return elementsPerWindow > 0 ? elementsPerWindow : shape.usualElementsPerWindow();
  }

  private long elements() {
    return elements > 0 ? elements : shape.usualElements();
  }
}
