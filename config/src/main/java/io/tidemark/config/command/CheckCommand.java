package io.tidemark.config.command;

import io.tidemark.config.assembly.Assembly;
import io.tidemark.config.assembly.OpenedSources;
import io.tidemark.config.command.Terminal.OutputFailed;
import io.tidemark.config.launch.Launch;
import io.tidemark.config.launch.RunRequest;
import io.tidemark.config.pipeline.PipelineFile;
import io.tidemark.config.plan.PlanPicture;
import io.tidemark.config.plan.SettingsTable;
import io.tidemark.config.plan.Warnings;
import io.tidemark.config.refusal.Problem;
import io.tidemark.config.refusal.Refused;
import io.tidemark.config.state.StateFolder;
import java.nio.file.Path;
import java.util.List;
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
            + " who waits for whom) and the settings that take effect. Warnings go to standard"
            + " error.",
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
  public Integer call() throws Refused, OutputFailed {
    PipelineFile file = PipelineFile.read(pipeline);
    OpenedSources sources = OpenedSources.find(file);
    Path outputs = out == null ? file.folder() : out.toAbsolutePath().normalize();
    Launch.refuseConflicts(RunRequest.of(file, outputs, file.state(), false), sources);
    StateFolder.requireFolder(file.state());
    terminal.print("pipeline " + file.name());
    terminal.print("");
    printAll(PlanPicture.of(file, sources, outputs));
    terminal.print("");
    terminal.print("settings (state in " + file.state() + ")");
    printAll(SettingsTable.of(file));
    terminal.flush();
    for (Problem warning : Warnings.of(file, new Assembly(file, sources))) {
      terminal.err().println("tidemark: warning: " + warning);
    }
    return ExitStatus.COMPLETE;
  }

  private void printAll(List<String> lines) throws OutputFailed {
    for (String line : lines) {
      terminal.print("  " + line);
    }
  }
}
