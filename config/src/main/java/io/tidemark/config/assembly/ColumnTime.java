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
 *
 * @param column the value in an element
 * @param format how a text or number stands for a time
 * @param raw what stands in the element's record
 */
record ColumnTime(
    Function<Object, @Nullable Object> column, TimestampFormat format, Function<Object, String> raw)
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

  /** The very text: the value of a column of strings, of another what the value was read from. */
  @Override
  public String text(Object element) {
    Object value = column.apply(element);
    if (value == null) {
      return "";
    }
    return value instanceof String text ? text : raw.apply(element);
  }
}
