package io.tidemark.config.command;

import io.tidemark.config.refusal.Refused;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark replay}. */
@Command(
    name = "replay",
    description =
        "Not there yet. Runs a pipeline again from its recorded decisions, writes nothing, and"
            + " compares digests and the committed output.",
    mixinStandardHelpOptions = true)
final class ReplayCommand implements Callable<Integer> {
  @Parameters(paramLabel = "PIPELINE.conf", description = "The pipeline file.")
  private Path pipeline = Path.of("");

  @Option(names = "--out", paramLabel = "DIR", description = "The folder the run was told.")
  private @Nullable Path out;

  @Option(names = "--state", paramLabel = "DIR", description = "The folder of the state.")
  private @Nullable Path state;

  @Option(names = "--until", paramLabel = "T", description = "Replay up to this time.")
  private @Nullable String until;

  @Override
  public Integer call() throws Refused {
    throw NotYet.refuse("tidemark replay " + pipeline);
  }
}
