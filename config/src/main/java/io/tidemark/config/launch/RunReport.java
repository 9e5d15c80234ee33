package io.tidemark.config.launch;

import io.tidemark.core.time.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

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

  /**
   * A table about a run that has ended.
   *
   * @param took since it began or went on
   * @param resumed whether it went on: then sources count from the beginning, sinks do not
   */
  static List<String> summary(RunWatch watch, Duration took, boolean resumed) {
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
    for (Map.Entry<String, SourceWatch> source : watch.sources().entrySet()) {
      SourceCounts counts = source.getValue().counts();
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
              watermarkText(source.getValue().watermarkMicros())));
    }
    List<List<String>> sinks = new ArrayList<>();
    sinks.add(List.of("sink", resumed ? "rows since it went on" : "rows"));
    for (Map.Entry<String, LongAdder> sink : watch.sinks().entrySet()) {
      sinks.add(List.of(sink.getKey(), number(sink.getValue().sum())));
    }
    List<String> lines = new ArrayList<>(table(sources));
    lines.add("");
    lines.addAll(table(sinks));
    lines.add("");
    lines.add(
        String.format(
            Locale.ROOT,
            "%,d records read in %.1f s",
            watch.recordsRead(),
            took.toMillis() / 1000.0));
    return lines;
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

  private static String watermarkText(long micros) {
    return micros == Time.MIN ? "-" : Time.format(micros);
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
