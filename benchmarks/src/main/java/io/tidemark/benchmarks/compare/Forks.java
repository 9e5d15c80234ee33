package io.tidemark.benchmarks.compare;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Runs contenders, each in a JVM of its own with the same heap and collector.
 *
 * @param directory where each fork works and logs
 * @param heap in the form of {@code -Xmx}; the JVM takes all of it at once
 * @param collector such as {@code G1GC}, for {@code -XX:+UseG1GC}
 */
record Forks(Path directory, String heap, String collector) {
  private static final long LIMIT_MINUTES = 15;

  /** One run of the contender. */
  Measurement run(Contender contender, List<String> jobArguments, int round)
      throws IOException, InterruptedException {
    Path own = directory.resolve(contender.name() + "-" + round);
    delete(own);
    Files.createDirectories(own);
    Path log = directory.resolve(contender.name() + "-" + round + ".log");
    Process process =
        new ProcessBuilder(command(contender, jobArguments, own))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    boolean ended;
    try {
      ended = process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES);
    } finally {
      process.destroyForcibly();
    }
    if (!ended || process.exitValue() != 0) {
      throw new IOException(
          "a contender failed: name="
              + contender.name()
              + ", round="
              + round
              + (ended
                  ? ", exit status=" + process.exitValue()
                  : ", no end after minutes=" + LIMIT_MINUTES)
              + "; see "
              + log);
    }
    Measurement measurement = Measurement.read(own.resolve(Fork.RESULT));
    delete(own);
    return measurement;
  }

  private List<String> command(Contender contender, List<String> jobArguments, Path own) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xms" + heap);
    command.add("-Xmx" + heap);
    command.add("-XX:+AlwaysPreTouch");
    command.add("-XX:+Use" + collector);
    command.add("-Dlogback.configurationFile=io/tidemark/benchmarks/compare/logback.xml");
    command.addAll(contender.jvmFlags());
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(Fork.class.getName());
    command.add("--contender=" + contender.name());
    command.add("--directory=" + own);
    command.addAll(jobArguments);
    return command;
  }

  private static void delete(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).forEach(Forks::deleteOne);
    }
  }

  private static void deleteOne(Path file) {
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
