package io.tidemark.core.window;

/**
 * Windows of a number of distinct times: one starts at each time at which the key has elements, and
 * ends a tick after the last of that many. Elements of one time count once, and are in a window
 * together. A window that never gets enough gives no result. (Count windows of StreamInsight.)
 *
 * @param starts how many distinct times; above zero
 */
public record CountWindows(int starts) implements Windows {
  /** Checks the number. */
  public CountWindows {
    if (starts < 1) {
      throw new IllegalArgumentException(
          "a window's number of times is above zero: actual=" + starts);
    }
  }
}
