package io.tidemark.config.command;

import io.tidemark.config.pipeline.PipelineFile;
import io.tidemark.config.refusal.Refused;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark check}. */
@Command(
    name = "check",
    description =
        "Validates a pipeline file and prints the plan (sources, partitions, stages, key groups,"
            + " who waits for whom) and the settings that take effect.",
    footer = {"", "Example:", "  tidemark check traffic.conf"},
    mixinStandardHelpOptions = true)
final class CheckCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(paramLabel = "PIPELINE.conf", description = "The pipeline file.")
  private Path pipeline = Path.of("");

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "The folder that outputs are relative to; default: that of the pipeline file.")
  private @Nullable Path out;

  CheckCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Refused {
    PipelineFile file = PipelineFile.read(pipeline);
    terminal.err().println(file.name() + " " + out);
    return ExitStatus.COMPLETE;
  }
}
