package io.tidemark.core.source;

import io.tidemark.core.time.Time;

/**
 * One row of a source's diagnostic stream: a record that a rule dropped or moved, or that is bad.
 *
 * @param timeMicros the diagnostic's own time on its stream: for the order rule the watermark the
 *     record was judged against, else the partition's progress before the record; {@link Time#MIN}
 *     where there was none
 * @param source name of the source
 * @param partition index of the partition, its place in canonical order
 * @param partitionName name of the partition
 * @param offset where the record starts
 * @param rule {@code early}, {@code late}, {@code order}, or the kind of bad input
 * @param eventText the time before any policy as printed; for bad input the raw text
 * @param arrivalText the arrival time as printed; for bad input the raw text
 * @param assignedText the new time as printed; empty where the record was dropped
 * @param text the record as it stands in the source
 */
public record Diagnostic(
    long timeMicros,
    String source,
    int partition,
    String partitionName,
    Offset offset,
    String rule,
    String eventText,
    String arrivalText,
    String assignedText,
    String text)
    implements Comparable<Diagnostic> {

  /** The order of the diagnostic stream: own time, source, partition, offset. */
  @Override
  public int compareTo(Diagnostic other) {
    int order = Long.compare(timeMicros, other.timeMicros);
    if (order == 0) {
      order = source.compareTo(other.source);
    }
    if (order == 0) {
      order = Integer.compare(partition, other.partition);
    }
    return order == 0 ? offset.compareTo(other.offset) : order;
  }
}
