package io.tidemark.core.sink;

import io.tidemark.core.codec.Codec;
import io.tidemark.core.message.EntityId;
import java.util.Comparator;
import java.util.function.Consumer;

/**
 * How a sink takes what is handed on to it as rows. Immutable.
 *
 * @param codec of rows, for the digest of the output
 * @param order of rows with one time; those it does not tell apart stay as they came
 * @param taking makes rows
 */
public record Intake(Codec<Object> codec, Comparator<Object> order, Taking taking) {
  /** Makes rows of what was handed on. */
  @FunctionalInterface
  public interface Taking {
    /** Hands on each row; none where it is left out. */
    void take(EntityId from, Object value, Consumer<Object> rows);
  }

  /** Rows are what is handed on. */
  public static Intake ofRows(Codec<Object> codec, Comparator<Object> order) {
    return new Intake(codec, order, (from, value, rows) -> rows.accept(value));
  }
}
