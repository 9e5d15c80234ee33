package io.tidemark.connector.file;

import io.tidemark.core.source.BadRecord;
import org.jspecify.annotations.Nullable;

/**
 * Makes elements and bad records of framed records, and leaves out those of other partitions. Keeps
 * scratch space: not thread-safe, owned by one reader.
 *
 * <p>A bad record goes where a good one with its columns would, if the columns that decide can all
 * be read and are values of their types; if not, to partition 0. So it comes out exactly once.
 */
interface RecordDecoder {
  /** As much of an oversized record's text is shown, in bytes. */
  int OVERSIZED_TEXT_BYTES = 1024;

  /** Says which file the next records are from. */
  void enter(SourceFile file);

  /**
   * What the record is: an element, a {@link BadRecord}, or null where it is another partition's.
   *
   * @param start the record's first byte
   * @param end the byte after its text
   */
  @Nullable Object decode(byte[] bytes, int start, int end);

  /** Like {@link #decode} for a record of which only the first bytes are there. */
  @Nullable Object decodeOversized(byte[] bytes, int start, int end);
}
