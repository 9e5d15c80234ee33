package io.tidemark.config.pipeline;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How two inputs are joined.
 *
 * @param left name of a source or stream
 * @param right likewise
 * @param leftKey columns of the left one, at least one
 * @param rightKey as many of the right one
 * @param type what becomes of rows that meet nothing
 * @param asOf whether each left row meets the latest right row, rather than all within an interval
 * @param within by how much later right rows may be; null: by any time. Without meaning as of
 */
public record JoinSettings(
    String left,
    String right,
    List<String> leftKey,
    List<String> rightKey,
    Type type,
    boolean asOf,
    @Nullable Within within) {
  /** Copies the lists. */
  public JoinSettings {
    leftKey = List.copyOf(leftKey);
    rightKey = List.copyOf(rightKey);
  }

  /** What becomes of rows that meet nothing. */
  public enum Type {
    /** Nothing: results are pairs. */
    INNER,
    /** Those of the left side come with an empty right side. */
    LEFT,
    /** Those of either side come with an empty other side. */
    FULL,
    /** Those of the left side are the only results. */
    ANTI
  }

  /**
   * The time of the right row less that of the left one, both bounds included.
   *
   * @param lower of any sign
   * @param upper not below the other
   */
  public record Within(Duration lower, Duration upper) {}
}
