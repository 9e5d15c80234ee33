package io.tidemark.connector.file;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file of a source, as it was when the source was made.
 *
 * @param path where it is, absolute
 * @param name its path relative to the source's base directory, with {@code /}
 * @param identity what tells it from another file of the same path; null where the system has none
 * @param size its bytes
 * @param dataStart the byte after byte order mark and header row
 * @param headChecksum CRC-32C of the bytes before {@code dataStart}
 * @param header the names in the header row; empty where the format has none
 */
record SourceFile(
    Path path,
    String name,
    @Nullable Object identity,
    long size,
    long dataStart,
    int headChecksum,
    List<String> header) {
  SourceFile {
    header = List.copyOf(header);
  }

  /** The file's name without its folders and its last extension. */
  String stem() {
    String last = name.substring(name.lastIndexOf('/') + 1);
    int point = last.lastIndexOf('.');
    return point > 0 ? last.substring(0, point) : last;
  }
}
