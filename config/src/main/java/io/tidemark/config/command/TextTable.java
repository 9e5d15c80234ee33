package io.tidemark.config.command;

import io.tidemark.config.command.Terminal.OutputFailed;
import java.util.ArrayList;
import java.util.List;

/**
 * A table for people: columns as wide as their cells. Widths are taken from the first rows, so that
 * a long table starts at once and needs no memory; a later cell that is wider stands out.
 */
final class TextTable {
  private static final int ROWS_FOR_WIDTHS = 1_000;
  private static final String GAP = "  ";

  private final int[] widths;
  private final List<List<String>> waiting = new ArrayList<>();
  private boolean started;

  TextTable(List<String> header) {
    this.widths = new int[header.size()];
    waiting.add(header);
  }

  void add(List<String> cells, Terminal terminal) throws OutputFailed {
    if (started) {
      terminal.print(line(cells));
      return;
    }
    waiting.add(cells);
    if (waiting.size() > ROWS_FOR_WIDTHS) {
      end(terminal);
    }
  }

  void end(Terminal terminal) throws OutputFailed {
    for (String line : lines()) {
      terminal.print(line);
    }
  }

  /** The rows that were not printed. */
  List<String> lines() {
    if (!started) {
      waiting.forEach(this::widen);
      started = true;
    }
    List<String> lines = waiting.stream().map(this::line).toList();
    waiting.clear();
    return lines;
  }

  private void widen(List<String> cells) {
    for (int i = 0; i < widths.length; i++) {
      widths[i] = Math.max(widths[i], width(cells.get(i)));
    }
  }

  private String line(List<String> cells) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      line.append(i == 0 ? "" : GAP).append(cells.get(i));
      line.append(" ".repeat(Math.max(0, widths[i] - width(cells.get(i)))));
    }
    return line.toString().stripTrailing();
  }

  private static int width(String cell) {
    return cell.codePointCount(0, cell.length());
  }
}
