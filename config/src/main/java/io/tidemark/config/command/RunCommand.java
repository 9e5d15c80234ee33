package io.tidemark.config.command;

import io.tidemark.config.launch.Launch;
import io.tidemark.config.launch.NodeRequest;
import io.tidemark.config.launch.RunRequest;
import io.tidemark.config.pipeline.PipelineFile;
import io.tidemark.config.refusal.Refused;
import java.nio.file.Path;
import java.util.Optional;
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
      "  tidemark run traffic.conf --fresh",
      "  tidemark run cluster.conf --node worker@10.0.0.1:7411"
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
      description =
          "Run as a node of a cluster, listening there. Needs a shared journal and cluster.seed-nodes.")
  private @Nullable String node;

  RunCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Refused {
    PipelineFile file = PipelineFile.read(pipeline);
    Optional<NodeRequest> member = NodeOption.read(node, file);
    Path ownState = member.map(m -> NodeOption.state(file, m)).orElse(file.state());
    RunRequest alone =
        RunRequest.of(
            file,
            out == null ? file.folder() : absolute(out),
            state == null ? ownState : absolute(state),
            fresh);
    RunRequest request = member.map(alone::as).orElse(alone);
    Launch launch = new Launch(request, terminal.out(), terminal.err(), terminal.errIsTerminal());
    return switch (launch.run().ending()) {
      case COMPLETE, DRAINED, LEFT -> ExitStatus.COMPLETE;
      case INTERRUPTED -> ExitStatus.INTERRUPTED;
      case REMOVED, FAILED -> ExitStatus.FAILED;
    };
  }

  private static Path absolute(Path path) {
    return path.toAbsolutePath().normalize();
  }
}
