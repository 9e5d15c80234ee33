package io.tidemark.config.command;

import io.tidemark.config.command.Terminal.OutputFailed;
import io.tidemark.config.control.ControlClient;
import io.tidemark.config.pipeline.PipelineFile;
import io.tidemark.config.pipeline.StreamSettings;
import io.tidemark.config.refusal.Nearest;
import io.tidemark.config.refusal.Problem;
import io.tidemark.config.refusal.Refused;
import io.tidemark.config.state.RunState;
import io.tidemark.config.state.RunState.Control;
import io.tidemark.config.state.RunState.Status;
import io.tidemark.config.state.StateFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark why}. */
@Command(
    name = "why",
    description =
        "Of a running pipeline: who holds the output back, since when, why, and what would release"
            + " it.",
    footer = {"", "Example:", "  tidemark why traffic.conf hourly"},
    mixinStandardHelpOptions = true)
final class WhyCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(index = "0", paramLabel = "PIPELINE.conf", description = "The pipeline file.")
  private Path pipeline = Path.of("");

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "STREAM",
      description = "One stream; without it all of them, and the diagnostics.")
  private @Nullable String stream;

  @Option(
      names = "--state",
      paramLabel = "DIR",
      description = "The folder of the state, as given to run.")
  private @Nullable Path state;

  WhyCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Refused, OutputFailed {
    PipelineFile file = PipelineFile.read(pipeline);
    if (stream != null && file.stream(stream).isEmpty()) {
      List<String> streams = file.streams().stream().map(StreamSettings::name).toList();
      throw new Refused(
          Problem.of(
              stream,
              "no such stream",
              Nearest.hint(stream, streams) + "streams: " + String.join(", ", streams)));
    }
    Path folder = state == null ? file.state() : state.toAbsolutePath().normalize();
    RunState run = StateFolder.peek(folder).orElseThrow(() -> notRunning(file, "it never ran"));
    // What has no key is computed nowhere: what it reads is what holds it back.
    List<String> asked = stream == null ? List.of("") : file.origins(stream);
    for (String one : asked) {
      for (String line : ask(file, run, "why " + one)) {
        terminal.print(line);
      }
    }
    return ExitStatus.COMPLETE;
  }

  private static List<String> ask(PipelineFile file, RunState run, String question) throws Refused {
    if (run.status() != Status.RUNNING && run.status() != Status.STARTING) {
      String status = run.status().name().toLowerCase(Locale.ROOT);
      throw notRunning(file, "its last run is " + status);
    }
    Control control = run.control();
    if (control != null) {
      try {
        List<String> answer = ControlClient.ask(control, question);
        if (!answer.isEmpty()) {
          return answer;
        }
      } catch (IOException e) {
        // Whoever wrote run.json is gone, or is so far gone that it answers nobody.
      }
    }
    if (ProcessHandle.of(run.pid()).filter(ProcessHandle::isAlive).isEmpty()) {
      throw notRunning(file, "the process that ran it is gone: pid=" + run.pid());
    }
    throw new Refused(
        Problem.of(
            "pipeline " + file.name(),
            "the process does not answer" + (control == null ? " yet" : "") + ": pid=" + run.pid(),
            control == null
                ? "it is starting or ending: ask again"
                : "it may be paused or overloaded: ask again, or continue or end it"));
  }

  private static Refused notRunning(PipelineFile file, String what) {
    return new Refused(
        Problem.of("pipeline " + file.name(), "is not running: " + what, "start it with run"));
  }
}
