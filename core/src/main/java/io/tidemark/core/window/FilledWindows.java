package io.tidemark.core.window;

/**
 * Tumbling or hopping windows of which a key's empty ones give rows too: from the window of its
 * first element on, each window without an element of the key that follows one with some, up to a
 * number in a row. After so many the key gives nothing until its next element, with which it begins
 * anew. Nothing comes before a key's first element.
 *
 * <p>Such a row comes when its window is final, as any other: what it says is that the key had
 * nothing by then, and that does not depend on whether it ever has something again. So a key's last
 * element is followed by empty windows too, and a gap of any length gives no more rows than the
 * number. Of an empty window counts are 0 and all else is null.
 *
 * @param of the windows
 * @param inARow how many empty windows in a row give a row; from 1 to {@link #MOST}
 */
public record FilledWindows(FixedWindows of, int inARow) implements Windows {
  /** So many empty windows in a row at most. */
  public static final int MOST = 1_000_000;

  /** Checks the number. */
  public FilledWindows {
    if (inARow < 1 || inARow > MOST) {
      throw new IllegalArgumentException(
          "how many empty windows in a row give a row: expected=1 to "
              + MOST
              + ", actual="
              + inARow);
    }
  }
}
