package io.tidemark.benchmarks.latency;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** How old results were when they were committed. Thread-safe. */
public final class Ages {
  private record Committed(long endMicros, long ageMicros, int rows) {}

  private final List<Committed> committed = new ArrayList<>();

  /** So many results of the window that ends there were committed now. */
  public synchronized void add(long endMicros, int rows) {
    committed.add(new Committed(endMicros, PacedLoad.nowMicros() - endMicros, rows));
  }

  /** Results so far. */
  public synchronized long rows() {
    return committed.stream().mapToLong(Committed::rows).sum();
  }

  /** The quantiles of all results of the load's windows that count, in one line. */
  public synchronized String toString(PacedLoad load) {
    List<Committed> measured =
        committed.stream()
            .filter(some -> some.endMicros > load.measuredFromMicros())
            .filter(some -> some.endMicros < load.measuredToMicros())
            .sorted(Comparator.comparingLong(Committed::ageMicros))
            .toList();
    long all = measured.stream().mapToLong(Committed::rows).sum();
    return String.format(
        Locale.ROOT,
        "%,d elements/s, %,d results: p50 %.0f ms, p99 %.0f ms, p99.9 %.0f ms, all %,d results",
        load.perSecond(),
        all,
        quantileMillis(measured, all, 0.5),
        quantileMillis(measured, all, 0.99),
        quantileMillis(measured, all, 0.999),
        rows());
  }

  private static double quantileMillis(List<Committed> sorted, long all, double share) {
    long seen = 0;
    for (Committed some : sorted) {
      seen += some.rows;
      if (seen >= share * all) {
        return some.ageMicros / 1000.0;
      }
    }
    return Double.NaN;
  }
}
