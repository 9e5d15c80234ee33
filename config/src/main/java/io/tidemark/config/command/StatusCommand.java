package io.tidemark.config.command;

import io.tidemark.config.refusal.Refused;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark status}. */
@Command(
    name = "status",
    description =
        "Not there yet. Streams, partitions, groups and slowest substreams of a running pipeline,"
            + " and who holds back whom.",
    mixinStandardHelpOptions = true)
final class StatusCommand implements Callable<Integer> {
  @Parameters(paramLabel = "PIPELINE.conf", description = "The pipeline file.")
  private Path pipeline = Path.of("");

  @Option(names = "--watch", description = "Show it again each second.")
  private boolean watch;

  @Override
  public Integer call() throws Refused {
    throw NotYet.refuse("tidemark status " + pipeline + (watch ? " --watch" : ""));
  }
}
