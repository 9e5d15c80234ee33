package io.tidemark.connector.file;

import io.tidemark.core.time.BadTimestamp;

/** Reads a column of type timestamp. Thread-safe; a function of the text alone. */
@FunctionalInterface
public interface TimestampParser {
  /**
   * The time in microseconds since 1970-01-01T00:00Z; an infinity is taken for no time.
   *
   * @throws BadTimestamp where the text, which is not empty, is no time
   */
  long micros(String text) throws BadTimestamp;
}
