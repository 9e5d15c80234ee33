package io.tidemark.benchmarks.compare;

import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * The measurements as a Markdown table: medians, extremes, and each contender's throughput as a
 * multiple of the others'.
 *
 * <p>A ratio is that of the medians. With an even number of rounds the median is the mean of the
 * two in the middle.
 */
final class Table {
  private final long elements;
  private final Map<Contender, List<Measurement>> measurements;

  /**
   * Over the measurements of each contender, in the order they are listed.
   *
   * @param elements that each of them processed
   */
  Table(long elements, Map<Contender, List<Measurement>> measurements) {
    this.elements = elements;
    this.measurements = measurements;
  }

  /** The lines of the table. */
  String format() {
    StringBuilder table = new StringBuilder("| contender | median s | min | max | CPU s |");
    table.append(" million elements/s |");
    for (Contender contender : measurements.keySet()) {
      table.append(" × ").append(contender.name()).append(" |");
    }
    table.append("\n|---|").append("---:|".repeat(5 + measurements.size())).append('\n');
    measurements.forEach(
        (contender, runs) -> table.append(row(contender.name(), runs)).append('\n'));
    return table.toString();
  }

  private String row(String name, List<Measurement> runs) {
    LongSummaryStatistics nanos = runs.stream().mapToLong(Measurement::nanos).summaryStatistics();
    double median = medianNanos(runs);
    StringBuilder row = new StringBuilder("| ").append(name).append(" |");
    row.append(number(median / 1e9));
    row.append(number(nanos.getMin() / 1e9));
    row.append(number(nanos.getMax() / 1e9));
    row.append(number(median(runs.stream().mapToLong(Measurement::cpuNanos)) / 1e9));
    row.append(number(elements * 1e3 / median));
    measurements.values().forEach(other -> row.append(number(medianNanos(other) / median)));
    return row.toString();
  }

  private static double medianNanos(List<Measurement> runs) {
    return median(runs.stream().mapToLong(Measurement::nanos));
  }

  /** The median of at least one number. */
  static double median(LongStream numbers) {
    long[] sorted = numbers.sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1
        ? sorted[middle]
        : sorted[middle - 1] + (sorted[middle] - sorted[middle - 1]) / 2.0;
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, " %.2f |", value);
  }
}
