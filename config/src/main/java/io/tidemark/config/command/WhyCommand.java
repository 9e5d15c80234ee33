package io.tidemark.config.command;

import io.tidemark.config.refusal.Refused;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tidemark why}. */
@Command(
    name = "why",
    description =
        "Not there yet. Of a running pipeline: who holds the output back, since when, why, and what"
            + " would release it.",
    mixinStandardHelpOptions = true)
final class WhyCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "PIPELINE.conf", description = "The pipeline file.")
  private Path pipeline = Path.of("");

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "STREAM",
      description = "One stream; without it, all.")
  private @Nullable String stream;

  @Override
  public Integer call() throws Refused {
    throw NotYet.refuse("tidemark why " + pipeline + (stream == null ? "" : " " + stream));
  }
}
