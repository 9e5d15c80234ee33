package io.tidemark.connector.file;

/**
 * Finds where records end in a buffer of bytes. Keeps what it found about the last record until the
 * next call; not thread-safe, owned by one reader.
 */
interface Framing {
  /**
   * Frames the record that starts at {@code from}.
   *
   * @param limit the first byte that is not there
   * @param last whether the file ends at {@code limit}, so that a record may end without a line end
   * @return whether the record's end is known; if not, more bytes are needed
   */
  boolean frame(byte[] bytes, int from, int limit, boolean last);

  /** The first byte after the record's text: of its line end, or where the file ends. */
  int end();

  /** Where the next record starts. */
  int next();

  /** Whether the line holds nothing and is skipped. */
  boolean blank();
}
