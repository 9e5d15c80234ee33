package io.tidemark.connector.file;

/** How records stand in a file. */
public enum FileFormat {
  /** RFC 4180; the first record names the columns. */
  CSV,
  /** One JSON object per line. */
  JSON_LINES
}
