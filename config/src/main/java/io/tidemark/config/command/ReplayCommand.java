package io.tidemark.config.command;

import io.tidemark.config.command.Terminal.OutputFailed;
import io.tidemark.config.launch.RecordedRun;
import io.tidemark.config.pipeline.PipelineFile;
import io.tidemark.config.refusal.Refused;
import io.tidemark.config.replay.PipelineReplay;
import io.tidemark.core.message.OutputDigest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark replay}. */
@Command(
    name = "replay",
    description = {
      "Executes a run again from its recorded decisions, writes nothing, and compares all that"
          + " comes of it with what the run recorded and with its output files.",
      "Prints `identical`, or the first difference; then the exit status is 1."
    },
    footer = {
      "",
      "Examples:",
      "  tidemark replay traffic.conf",
      "  tidemark replay traffic.conf --out /tmp/traffic --state /tmp/traffic/state"
    },
    mixinStandardHelpOptions = true)
final class ReplayCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(paramLabel = "PIPELINE.conf", description = "The pipeline file.")
  private Path pipeline = Path.of("");

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "The folder that outputs are relative to, as it was given to run.")
  private @Nullable Path out;

  @Option(
      names = "--state",
      paramLabel = "DIR",
      description = "The folder of the state; default: .tidemark/NAME beside the pipeline file.")
  private @Nullable Path state;

  ReplayCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Refused, IOException, OutputFailed {
    PipelineFile file = PipelineFile.read(pipeline);
    Path outputs = out == null ? file.folder() : absolute(out);
    Path folder = state == null ? file.state() : absolute(state);
    try (RecordedRun run = RecordedRun.open(file, outputs, folder);
        PipelineReplay replay = new PipelineReplay(run)) {
      Optional<String> difference = replay.run();
      if (difference.isPresent()) {
        terminal.print("different: " + difference.get());
        return ExitStatus.FAILED;
      }
      print(replay);
      return ExitStatus.COMPLETE;
    }
  }

  private void print(PipelineReplay replay) throws OutputFailed {
    OutputDigest all =
        replay.sinks().values().stream().reduce(OutputDigest.NONE, OutputDigest::plus);
    terminal.print(
        String.format(
            Locale.ROOT,
            "identical: %,d records, %,d decisions, %,d rows, digest %016x",
            replay.records(),
            replay.decisions(),
            all.outputs(),
            all.sum()));
    TextTable table = new TextTable(List.of("sink", "rows", "digest"));
    for (Map.Entry<String, OutputDigest> sink : replay.sinks().entrySet()) {
      OutputDigest digest = sink.getValue();
      table.add(
          List.of(
              sink.getKey(),
              Long.toString(digest.outputs()),
              String.format(Locale.ROOT, "%016x", digest.sum())),
          terminal);
    }
    table.end(terminal);
  }

  private static Path absolute(Path path) {
    return path.toAbsolutePath().normalize();
  }
}
