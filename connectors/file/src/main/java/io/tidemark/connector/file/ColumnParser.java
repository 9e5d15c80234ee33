package io.tidemark.connector.file;

import io.tidemark.core.row.ColumnType;
import io.tidemark.core.time.BadTimestamp;
import io.tidemark.core.time.Time;
import org.jspecify.annotations.Nullable;

/** Turns the text of a field that is not empty into a value of its column's type. Thread-safe. */
abstract class ColumnParser {
  /** The value, or null where the text stands for none. */
  abstract @Nullable Object parse(String text);

  /**
   * The value of a field of ASCII text without doubled quotes; overridden where that is cheaper.
   */
  @Nullable Object parse(byte[] bytes, int from, int to) {
    return parse(Utf8.ascii(bytes, from, to));
  }

  /** The parser of the type. */
  static ColumnParser of(ColumnType type, TimestampParser timestamps) {
    return switch (type) {
      case STRING -> new StringParser();
      case LONG -> new LongParser();
      case DOUBLE -> new DoubleParser();
      case BOOLEAN -> new BooleanParser();
      case TIMESTAMP -> new InstantParser(timestamps);
    };
  }

  private static final class StringParser extends ColumnParser {
    @Override
    Object parse(String text) {
      return text;
    }
  }

  private static final class LongParser extends ColumnParser {
    @Override
    @Nullable Object parse(String text) {
      return Numbers.parseLong(text);
    }

    @Override
    @Nullable Object parse(byte[] bytes, int from, int to) {
      return Numbers.parseLong(bytes, from, to);
    }
  }

  private static final class DoubleParser extends ColumnParser {
    @Override
    @Nullable Object parse(String text) {
      return Numbers.parseDouble(text);
    }

    @Override
    @Nullable Object parse(byte[] bytes, int from, int to) {
      return Numbers.parseDouble(bytes, from, to);
    }
  }

  private static final class BooleanParser extends ColumnParser {
    @Override
    @Nullable Object parse(String text) {
      if (text.equalsIgnoreCase("true")) {
        return true;
      }
      return text.equalsIgnoreCase("false") ? false : null;
    }
  }

  private static final class InstantParser extends ColumnParser {
    private final TimestampParser parser;

    InstantParser(TimestampParser parser) {
      this.parser = parser;
    }

    @Override
    @Nullable Object parse(String text) {
      try {
        long micros = parser.micros(text);
        return Time.isFinite(micros) ? Time.instant(micros) : null;
      } catch (BadTimestamp e) {
        return null;
      }
    }
  }
}
