package io.tidemark.config.launch;

import io.tidemark.core.time.Time;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a run says of itself, in lines for people. */
final class RunReport {
  private static final String COLUMN_GAP = "  ";
  private static final String WATERMARK = "watermark";

  private RunReport() {}

  /** One line about a run that runs. */
  static String progress(RunWatch watch, double recordsPerSecond) {
    StringBuilder line = new StringBuilder();
    line.append(String.format(Locale.ROOT, "%,d read", watch.recordsRead()));
    line.append(String.format(Locale.ROOT, ", %,.0f/s", recordsPerSecond));
    line.append(String.format(Locale.ROOT, ", %,d written", watch.rowsWritten()));
    for (Map.Entry<String, SourceWatch> source : watch.sources().entrySet()) {
      line.append(" | ").append(source.getKey()).append(' ');
      line.append(progressText(watch.progressMicros(source.getKey())));
    }
    return line.toString();
  }

  /** A table about a run that has ended. Where it went on, sources count from the beginning. */
  static List<String> summary(RunSummary summary) {
    List<List<String>> sources = new ArrayList<>();
    sources.add(
        List.of(
            "source",
            "admitted",
            "adjusted early",
            "late",
            "order",
            "dropped early",
            "late",
            "order",
            "bad",
            WATERMARK));
    for (Map.Entry<String, SourceSummary> source : summary.sources().entrySet()) {
      SourceCounts counts = source.getValue().counts();
      Instant watermark = source.getValue().watermark();
      sources.add(
          List.of(
              source.getKey(),
              number(counts.admitted()),
              number(counts.adjustedEarly()),
              number(counts.adjustedLate()),
              number(counts.adjustedOrder()),
              number(counts.droppedEarly()),
              number(counts.droppedLate()),
              number(counts.droppedOrder()),
              number(counts.bad()),
              watermark == null ? "-" : watermark.toString()));
    }
    List<List<String>> sinks = new ArrayList<>();
    sinks.add(List.of("sink", summary.resumed() ? "rows since it went on" : "rows"));
    for (Map.Entry<String, Long> sink : summary.sinks().entrySet()) {
      sinks.add(List.of(sink.getKey(), number(sink.getValue())));
    }
    List<String> lines = new ArrayList<>(table(sources));
    lines.add("");
    lines.addAll(table(sinks));
    lines.add("");
    if (summary.windowsDiscarded() > 0) {
      lines.add(
          counted(summary.windowsDiscarded(), "window")
              + " discarded: not final when the input ended");
      lines.add("");
    }
    lines.add(
        String.format(
            Locale.ROOT,
            "%s read in %.1f s",
            counted(summary.recordsRead(), "record"),
            summary.took().toMillis() / 1000.0));
    return lines;
  }

  private static String counted(long count, String thing) {
    return number(count) + " " + thing + (count == 1 ? "" : "s");
  }

  private static String number(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  private static String progressText(long micros) {
    if (micros == Time.MIN) {
      return "-";
    }
    return micros == Time.MAX ? "finished" : Time.format(micros);
  }

  /** First and last column to the left, numbers to the right. */
  private static List<String> table(List<List<String>> rows) {
    int columns = rows.get(0).size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < columns; i++) {
        String pad = " ".repeat(widths[i] - row.get(i).length());
        boolean left = i == 0 || rows.get(0).get(i).equals(WATERMARK);
        line.append(i == 0 ? "" : COLUMN_GAP);
        line.append(left ? row.get(i) + pad : pad + row.get(i));
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }
}
