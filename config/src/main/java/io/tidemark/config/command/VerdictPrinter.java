package io.tidemark.config.command;

import io.tidemark.config.command.Terminal.OutputFailed;
import io.tidemark.config.policy.Verdict;
import io.tidemark.core.time.Action;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Prints the verdicts of a dry run, and their totals. */
interface VerdictPrinter {
  /** The columns, in order. */
  List<String> COLUMNS =
      List.of("seq", "key", "event_time", "arrival_time", "action", "assigned_time", "watermark");

  /** Prints one. */
  void print(Verdict verdict) throws OutputFailed;

  /** Prints the totals. */
  void end(Map<Action, Long> totals) throws OutputFailed;

  /** As CSV on standard output; totals among the messages. */
  static VerdictPrinter csv(Terminal terminal) throws OutputFailed {
    terminal.print(String.join(",", COLUMNS));
    return new VerdictPrinter() {
      @Override
      public void print(Verdict verdict) throws OutputFailed {
        terminal.print(String.join(",", cells(verdict).stream().map(Csv::field).toList()));
      }

      @Override
      public void end(Map<Action, Long> totals) throws OutputFailed {
        terminal.flush();
        terminal.err().println(line(totals));
      }
    };
  }

  /** As a table for people; totals below it. */
  static VerdictPrinter table(Terminal terminal) {
    return new VerdictPrinter() {
      private final TextTable table = new TextTable(COLUMNS);

      @Override
      public void print(Verdict verdict) throws OutputFailed {
        table.add(cells(verdict), terminal);
      }

      @Override
      public void end(Map<Action, Long> totals) throws OutputFailed {
        table.end(terminal);
        terminal.print("");
        terminal.print(line(totals));
      }
    };
  }

  private static List<String> cells(Verdict verdict) {
    return List.of(
        Long.toString(verdict.sequence()),
        verdict.key(),
        verdict.eventTime(),
        verdict.arrivalTime(),
        verdict.action().label(),
        verdict.assignedTime(),
        verdict.watermark());
  }

  /** {@code 12 rows: 8 none, 1 drop_early, …}: every action that occurred. */
  private static String line(Map<Action, Long> totals) {
    long rows = totals.values().stream().mapToLong(Long::longValue).sum();
    List<String> parts = new ArrayList<>();
    for (Action action : Action.values()) {
      Long count = totals.get(action);
      if (count != null) {
        parts.add(count + " " + action.label());
      }
    }
    return rows
        + (rows == 1 ? " row" : " rows")
        + (parts.isEmpty() ? "" : ": ")
        + String.join(", ", parts);
  }
}
