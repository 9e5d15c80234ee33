package io.tidemark.config.command;

import io.tidemark.config.command.Terminal.OutputFailed;
import io.tidemark.config.launch.RecordedRun;
import io.tidemark.config.pipeline.PipelineFile;
import io.tidemark.config.refusal.Refused;
import io.tidemark.config.replay.PipelineReplay;
import io.tidemark.core.message.OutputDigest;
import io.tidemark.core.time.BadTimestamp;
import io.tidemark.core.time.Time;
import io.tidemark.core.time.TimestampFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tidemark replay}. */
@Command(
    name = "replay",
    description = {
      "Executes a run again from its recorded decisions, writes no record and no output, and compares all that"
          + " comes of it with what the run recorded and with its output files.",
      "Prints `identical`, or the first difference; then the exit status is 1.",
      "",
      "With --until it stops at a time of the events: what is due there or later does not fire. It"
          + " compares what came before, and prints how far each partition is, the windows that are"
          + " open with what they hold so far, and when the next of them is due."
    },
    footer = {
      "",
      "Examples:",
      "  tidemark replay traffic.conf",
      "  tidemark replay traffic.conf --out /tmp/traffic --state /tmp/traffic/state",
      "  tidemark replay traffic.conf --until 2024-01-01T12:00:00Z"
    },
    mixinStandardHelpOptions = true)
final class ReplayCommand implements Callable<Integer> {
  private static final String UNTIL_FORM =
      "2024-01-01T12:00:00Z, with another offset, or without one for UTC";

  private final Terminal terminal;

  @Spec private CommandSpec spec = CommandSpec.create();

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

  @Option(
      names = "--until",
      paramLabel = "TIME",
      description = "Where to stop, as ISO 8601: " + UNTIL_FORM + ".")
  private @Nullable String until;

  ReplayCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Refused, IOException, OutputFailed {
    OptionalLong stopMicros = until == null ? OptionalLong.empty() : micros(until);
    PipelineFile file = PipelineFile.read(pipeline);
    Path outputs = out == null ? file.folder() : absolute(out);
    Path folder = state == null ? file.state() : absolute(state);
    try (RecordedRun run = RecordedRun.open(file, outputs, folder);
        PipelineReplay replay = replay(run, stopMicros)) {
      Optional<String> difference = replay.run();
      if (difference.isPresent()) {
        terminal.print("different: " + difference.get());
        return ExitStatus.FAILED;
      }
      print(replay, stopMicros);
      if (stopMicros.isPresent()) {
        new StopPrinter(terminal).print(replay);
      }
      return ExitStatus.COMPLETE;
    }
  }

  private OptionalLong micros(String text) {
    try {
      return OptionalLong.of(TimestampFormat.ISO8601.micros(text));
    } catch (BadTimestamp e) {
      throw new ParameterException(
          spec.commandLine(), "--until = " + text + ": not a time; allowed: " + UNTIL_FORM);
    }
  }

  private static PipelineReplay replay(RecordedRun run, OptionalLong stopMicros)
      throws Refused, IOException {
    return stopMicros.isPresent()
        ? PipelineReplay.until(stopMicros.getAsLong(), run)
        : PipelineReplay.ofAll(run);
  }

  private void print(PipelineReplay replay, OptionalLong stopMicros) throws OutputFailed {
    OutputDigest all =
        replay.sinks().values().stream().reduce(OutputDigest.NONE, OutputDigest::plus);
    String stop = stopMicros.isPresent() ? " until " + Time.format(stopMicros.getAsLong()) : "";
    terminal.print(
        String.format(
            Locale.ROOT,
            "identical%s: %,d records, %,d decisions, %,d rows, digest %016x",
            stop,
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
