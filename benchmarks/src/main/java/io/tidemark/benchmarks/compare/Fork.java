package io.tidemark.benchmarks.compare;

import com.sun.management.OperatingSystemMXBean;
import io.tidemark.benchmarks.job.Digest;
import io.tidemark.benchmarks.job.Job;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The JVM of one contender in one round: starts the engine, warms it up, measures one job and
 * leaves the {@link Measurement} in a file.
 */
@Command(name = "fork")
final class Fork implements Callable<Integer> {
  static final String RESULT = "measurement.properties";
  static final int THREADS = Job.PARTITIONS;
  static final Duration CHECKPOINT_INTERVAL = Duration.ofSeconds(1);

  @Mixin private JobOptions jobOptions = new JobOptions();

  @Option(names = "--contender", required = true)
  private String contender = "";

  @Option(names = "--directory", required = true)
  private Path directory = Path.of("");

  private Fork() {}

  public static void main(String[] arguments) {
    // Some engines leave threads behind that would keep the JVM.
    System.exit(new CommandLine(new Fork()).execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    Surroundings surroundings =
        new Surroundings(
            Files.createDirectory(directory.resolve("engine")), THREADS, CHECKPOINT_INTERVAL);
    try (Engine engine = Contenders.onClassPath().named(contender).start(surroundings)) {
      engine.run(jobOptions.warmup());
      System.gc();
      measure(engine, jobOptions.job()).write(directory.resolve(RESULT));
    }
    return CommandLine.ExitCode.OK;
  }

  private static Measurement measure(Engine engine, Job job) throws Exception {
    OperatingSystemMXBean process =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    long cpuBefore = process.getProcessCpuTime();
    long before = System.nanoTime();
    Digest digest = engine.run(job);
    long after = System.nanoTime();
    return new Measurement(digest, after - before, process.getProcessCpuTime() - cpuBefore);
  }
}
