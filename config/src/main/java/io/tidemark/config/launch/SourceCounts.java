package io.tidemark.config.launch;

/**
 * How the records of a source fared; each counts once.
 *
 * @param unchanged admitted with their own time
 * @param bad no elements at all
 */
public record SourceCounts(
    long unchanged,
    long adjustedEarly,
    long adjustedLate,
    long adjustedOrder,
    long droppedEarly,
    long droppedLate,
    long droppedOrder,
    long bad) {
  /** With their own time or another. */
  public long admitted() {
    return unchanged + adjustedEarly + adjustedLate + adjustedOrder;
  }
}
