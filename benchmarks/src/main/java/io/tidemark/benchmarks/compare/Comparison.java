package io.tidemark.benchmarks.compare;

import io.tidemark.benchmarks.job.Digest;
import io.tidemark.benchmarks.job.Job;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Compares whole jobs of all contenders: in each round each contender runs once, in a new JVM, so
 * that whatever else the machine does meets all of them; the table gives the medians. A result that
 * differs from the hand loop's ends the comparison with exit status 1.
 */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = "Runs one job on several engines and prints how long each takes.")
public final class Comparison implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private JobOptions jobOptions = new JobOptions();

  @Option(names = "--rounds", paramLabel = "N", description = "runs of each; default 5")
  private int rounds = 5;

  @Option(
      names = "--contenders",
      paramLabel = "NAME",
      split = ",",
      description = "which ones; default all")
  private List<String> names = new ArrayList<>();

  @Option(names = "--heap", paramLabel = "SIZE", description = "-Xms and -Xmx; default 4g")
  private String heap = "4g";

  @Option(
      names = "--collector",
      paramLabel = "NAME",
      description = "as in -XX:+UseNAME; default G1GC")
  private String collector = "G1GC";

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      description = "for logs and what engines make durable; default target/comparison")
  private Path directory = Path.of("target", "comparison");

  private Comparison() {}

  /** Runs the command. */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Comparison()).setCaseInsensitiveEnumValuesAllowed(true);
  }

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    Job job = jobOptions.job();
    List<Contender> contenders = Contenders.onClassPath().select(names, job.shape());
    out.println(header(job, contenders));
    Map<Contender, List<Measurement>> measurements = new LinkedHashMap<>();
    Forks forks = new Forks(Files.createDirectories(directory.toAbsolutePath()), heap, collector);
    for (int round = 1; round <= rounds; round++) {
      for (Contender contender : contenders) {
        Measurement measurement = forks.run(contender, jobOptions.asArguments(), round);
        measurements.computeIfAbsent(contender, c -> new ArrayList<>()).add(measurement);
        out.printf(
            Locale.ROOT,
            "round %d %-10s %7.3f s%n",
            round,
            contender.name(),
            measurement.nanos() / 1e9);
        out.flush();
      }
    }
    out.println();
    out.println(new Table(job.elements(), measurements).format());
    return checkResults(measurements, out)
        ? CommandLine.ExitCode.OK
        : CommandLine.ExitCode.SOFTWARE;
  }

  private String header(Job job, List<Contender> contenders) {
    StringBuilder header = new StringBuilder("job: ").append(job.describe());
    header.append(
        String.format(
            Locale.ROOT,
            "%nmachine: %d cores, Java %s, %s, %s of heap%n",
            Runtime.getRuntime().availableProcessors(),
            Runtime.version(),
            collector,
            heap));
    header.append(
        String.format(
            Locale.ROOT,
            "each run: a new JVM, the engine started, %d elements to warm up, then measured: from"
                + " handing in the job to its last committed result%n",
            jobOptions.warmup().elements()));
    contenders.forEach(
        contender ->
            header
                .append(contender.name())
                .append(": ")
                .append(contender.settings())
                .append(System.lineSeparator()));
    return header.toString();
  }

  private static boolean checkResults(
      Map<Contender, List<Measurement>> measurements, PrintWriter out) {
    Digest expected = measurements.values().iterator().next().get(0).digest();
    boolean equal = true;
    for (Map.Entry<Contender, List<Measurement>> entry : measurements.entrySet()) {
      for (Measurement measurement : entry.getValue()) {
        if (!measurement.digest().equals(expected)) {
          equal = false;
          out.printf(
              "a result differs: contender=%s, expected=%s, actual=%s%n",
              entry.getKey().name(), expected, measurement.digest());
        }
      }
    }
    if (equal) {
      out.println("all results equal: " + expected);
    }
    out.flush();
    return equal;
  }
}
