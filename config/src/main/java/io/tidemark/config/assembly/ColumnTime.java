package io.tidemark.config.assembly;

import io.tidemark.core.time.BadTimestamp;
import io.tidemark.core.time.Time;
import io.tidemark.core.time.TimestampAssigner;
import io.tidemark.core.time.TimestampFormat;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads a time from a column of any type but boolean. A number means what its shortest decimal
 * would mean as text.
 */
record ColumnTime(Function<Object, @Nullable Object> column, TimestampFormat format)
    implements TimestampAssigner<Object> {

  @Override
  public long micros(Object element) throws BadTimestamp {
    Object value = column.apply(element);
    if (value instanceof String text) {
      return format.micros(text);
    }
    if (value instanceof Instant instant) {
      long micros = Time.micros(instant);
      if (!Time.isFinite(micros)) {
        throw new BadTimestamp(instant.toString());
      }
      return micros;
    }
    if (value instanceof Double number) {
      return format.micros(BigDecimal.valueOf(number).toPlainString());
    }
    if (value instanceof Long number) {
      return format.micros(number.toString());
    }
    throw new BadTimestamp(value == null ? "" : value.toString());
  }

  /** Of a column of strings the very text; of others the value as it is printed. */
  @Override
  public String text(Object element) {
    Object value = column.apply(element);
    if (value instanceof Double number) {
      return BigDecimal.valueOf(number).toPlainString();
    }
    return value == null ? "" : value.toString();
  }
}
