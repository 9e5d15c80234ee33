package io.tidemark.core.window;

/**
 * Windows with partial results: besides that of the whole window, one each time a period has passed
 * since its start, of what has come by then, for each key that has something. The first value of a
 * result is whether it is final; a partial one ends where it was taken, and is replaced by the next
 * of the same start and key.
 *
 * <p>Where windows overlap, the period divides size and hop, so that all bounds lie on one grid; an
 * element within about a size of the ends of the axis then belongs to no window.
 *
 * <p>A partial result costs a merge for each period with elements since the window's start.
 *
 * @param of tumbling or hopping windows, or those of a calendar
 * @param everyMicros from one partial result of a window to the next; above zero
 */
public record PartialWindows(Windows of, long everyMicros) implements Windows {
  /** The column of a result that says whether it is final. */
  public static final String COLUMN = "final";

  /** Windows that overlap have at most so many partial results each. */
  public static final long MOST_OF_HOPPING = 1_000_000;

  /** Refuses windows that depend on elements, and a period that is none or does not fit. */
  public PartialWindows {
    if (!(of instanceof CalendarWindows || of instanceof FixedWindows)) {
      throw new IllegalArgumentException(
          "partial results are of tumbling, hopping and calendar windows only: actual=" + of);
    }
    if (everyMicros <= 0) {
      throw new IllegalArgumentException(
          "the period of partial results is above zero: actual=" + everyMicros + " (microseconds)");
    }
    if (of instanceof FixedWindows fixed && fixed.hopMicros() < fixed.sizeMicros()) {
      refuse(fixed, everyMicros);
    }
  }

  private static void refuse(FixedWindows hopping, long everyMicros) {
    boolean divides =
        hopping.sizeMicros() % everyMicros == 0 && hopping.hopMicros() % everyMicros == 0;
    if (!divides || hopping.sizeMicros() / everyMicros > MOST_OF_HOPPING) {
      throw new IllegalArgumentException(
          "the period of partial results of hopping windows divides their size and hop, into at"
              + " most "
              + MOST_OF_HOPPING
              + " periods: size="
              + hopping.sizeMicros()
              + ", hop="
              + hopping.hopMicros()
              + ", actual="
              + everyMicros
              + " (microseconds)");
    }
  }
}
