package io.tidemark.connector.file;

import io.tidemark.core.sink.RowFormat;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows of two columns, {@code a} and {@code b}. */
final class Pairs {
  static final RowFormat<List<@Nullable Object>> FORMAT =
      new RowFormat<>(List.of("a", "b"), row -> row);

  private Pairs() {}

  static List<@Nullable Object> of(@Nullable Object a, @Nullable Object b) {
    return Arrays.asList(a, b);
  }
}
