package io.tidemark.config.expression;

/**
 * A column that an expression names.
 *
 * @param side of which input it is
 * @param column its name
 */
public record Reference(Side side, String column) {
  /** Which input of a stream a column belongs to. */
  public enum Side {
    /** The one there is. */
    ROW,
    /** The left one of a join. */
    LEFT,
    /** The right one. */
    RIGHT
  }

  /** A column of the one input there is. */
  public static Reference ofRow(String column) {
    return new Reference(Side.ROW, column);
  }
}
