package io.tidemark.core.window;

/**
 * Windows with partial results: besides that of the whole window, one each time a period has passed
 * since its start, of what has come by then, for each key that has something. The first value of a
 * result is whether it is final; a partial one ends where it was taken, and is replaced by the next
 * of the same start and key.
 *
 * <p>A partial result costs a merge for each period with elements since the window's start.
 *
 * @param of tumbling windows, hopping ones that do not overlap, or those of a calendar
 * @param everyMicros from one partial result of a window to the next; above zero
 */
public record PartialWindows(Windows of, long everyMicros) implements Windows {
  /** The column of a result that says whether it is final. */
  public static final String COLUMN = "final";

  /** Refuses windows that overlap or depend on elements, and a period that is none. */
  public PartialWindows {
    boolean bounded = of instanceof CalendarWindows || of instanceof FixedWindows;
    if (!bounded || WindowBounds.of(of).overlap()) {
      throw new IllegalArgumentException(
          "partial results are of tumbling and calendar windows only: actual=" + of);
    }
    if (everyMicros <= 0) {
      throw new IllegalArgumentException(
          "the period of partial results is above zero: actual=" + everyMicros + " (microseconds)");
    }
  }
}
