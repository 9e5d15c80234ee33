package io.tidemark.config.command;

import io.tidemark.config.command.Terminal.OutputFailed;
import io.tidemark.config.replay.PipelineReplay;
import io.tidemark.connector.file.Values;
import io.tidemark.core.sink.RowFormat;
import io.tidemark.core.time.Time;
import io.tidemark.core.window.WindowResult;
import io.tidemark.persistence.replay.OpenWindows;
import io.tidemark.persistence.replay.Standing;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Prints where a replay was stopped: how far partitions are, what is due next, what is open. */
final class StopPrinter {
  private static final int MOST_WINDOWS = 1_000;
  private static final String NOTHING = "-";

  private final Terminal terminal;

  StopPrinter(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Prints it, and ends the replay with that. */
  void print(PipelineReplay replay) throws OutputFailed {
    partitions(replay.standings());
    List<OpenWindows> streams = replay.takeOpen(MOST_WINDOWS);
    due(streams);
    for (OpenWindows stream : streams) {
      if (stream.count() > 0) {
        windows(stream, replay.results(stream.stream()));
      }
    }
  }

  private void partitions(List<Standing> standings) throws OutputFailed {
    terminal.print("");
    TextTable table =
        new TextTable(List.of("partition", "decision", "watermark", "floor", "stopped by"));
    for (Standing standing : standings) {
      table.add(
          List.of(
              standing.partition().name(),
              Long.toString(standing.decision()),
              progress(standing.watermarkMicros()),
              progress(standing.floorMicros()),
              standing.reached() ? "the time" : "the end of the recording"),
          terminal);
    }
    table.end(terminal);
  }

  private void due(List<OpenWindows> streams) throws OutputFailed {
    terminal.print("");
    TextTable table = new TextTable(List.of("stream", "open windows", "next due"));
    for (OpenWindows stream : streams) {
      String due =
          Time.isFinite(stream.nextDueMicros())
              ? Time.format(stream.nextDueMicros())
              : "at the end of all input";
      table.add(
          List.of(
              stream.stream(), Long.toString(stream.count()), stream.count() > 0 ? due : NOTHING),
          terminal);
    }
    table.end(terminal);
  }

  private void windows(OpenWindows stream, RowFormat<Object> format) throws OutputFailed {
    terminal.print("");
    List<String> header = new ArrayList<>(List.of("stream"));
    header.addAll(format.columns());
    TextTable table = new TextTable(header);
    for (WindowResult<?> window : stream.first()) {
      List<String> cells = new ArrayList<>(List.of(stream.stream()));
      for (Object value : format.of(window)) {
        cells.add(value == null ? "" : Values.text(value));
      }
      table.add(cells, terminal);
    }
    table.end(terminal);
    long more = stream.count() - stream.first().size();
    if (more > 0) {
      terminal.print(String.format(Locale.ROOT, "and %,d more open windows", more));
    }
  }

  private static String progress(long micros) {
    if (micros == Time.MIN) {
      return NOTHING;
    }
    return micros == Time.MAX ? "finished" : Time.format(micros);
  }
}
