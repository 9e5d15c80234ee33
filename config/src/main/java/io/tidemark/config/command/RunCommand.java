package io.tidemark.config.command;

import io.tidemark.config.launch.Launch;
import io.tidemark.config.launch.RunRequest;
import io.tidemark.config.pipeline.PipelineFile;
import io.tidemark.config.refusal.Refused;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark run}. */
@Command(
    name = "run",
    description = {
      "Runs a pipeline: a new run, or the interrupted one goes on. Shows progress on a terminal and"
          + " ends with a summary, both on standard error."
    },
    footer = {
      "",
      "Examples:",
      "  tidemark run traffic.conf",
      "  tidemark run traffic.conf --out /tmp/traffic --state /tmp/traffic/state",
      "  tidemark run traffic.conf --fresh"
    },
    mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(paramLabel = "PIPELINE.conf", description = "The pipeline file.")
  private Path pipeline = Path.of("");

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "The folder that outputs are relative to; default: that of the pipeline file.")
  private @Nullable Path out;

  @Option(
      names = "--state",
      paramLabel = "DIR",
      description = "The folder of the state; default: .tidemark/NAME beside the pipeline file.")
  private @Nullable Path state;

  @Option(
      names = "--fresh",
      description = "Discard the state there is, start again and replace the outputs.")
  private boolean fresh;

  @Option(
      names = "--node",
      paramLabel = "ROLE@HOST:PORT",
      description = "Not there yet. Run as a node of a cluster.")
  private @Nullable String node;

  RunCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Refused {
    if (node != null) {
      throw new Refused(NotYetCommand.notYet("--node"));
    }
    PipelineFile file = PipelineFile.read(pipeline);
    RunRequest request =
        RunRequest.of(
            file,
            out == null ? file.folder() : absolute(out),
            state == null ? file.state() : absolute(state),
            fresh);
    Launch launch = new Launch(request, terminal.out(), terminal.err(), terminal.errIsTerminal());
    return switch (launch.run().ending()) {
      case COMPLETE, DRAINED -> ExitStatus.COMPLETE;
      case INTERRUPTED -> ExitStatus.INTERRUPTED;
      case FAILED -> ExitStatus.FAILED;
    };
  }

  private static Path absolute(Path path) {
    return path.toAbsolutePath().normalize();
  }
}
