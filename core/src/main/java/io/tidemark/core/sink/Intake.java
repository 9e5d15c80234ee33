package io.tidemark.core.sink;

import io.tidemark.core.codec.Codec;
import io.tidemark.core.message.EntityId;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * How a sink takes what is handed on to it as rows. Immutable.
 *
 * @param codec of rows, for the digest of the output
 * @param order of rows with one time; those it does not tell apart stay as they came
 * @param taking makes rows
 */
public record Intake(Codec<Object> codec, Comparator<Object> order, Taking taking) {
  /** Makes a row of what was handed on. */
  @FunctionalInterface
  public interface Taking {
    /** The row; null where it is left out. */
    @Nullable Object row(EntityId from, Object value);
  }

  /** Rows are what is handed on. */
  public static Intake ofRows(Codec<Object> codec, Comparator<Object> order) {
    return new Intake(codec, order, (from, value) -> value);
  }
}
