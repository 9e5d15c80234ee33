package io.tidemark.connector.file;

import java.io.OutputStream;
import java.nio.file.Path;

/**
 * A file, or a stream, with one JSON object per line as the destination of a sink: {@code
 * JsonLinesFile.at("out/counts.jsonl")}.
 */
public final class JsonLinesFile {
  private JsonLinesFile() {}

  /** The file of the path, relative to the working directory. */
  public static FileDestination at(String path) {
    return at(Path.of(path));
  }

  /** The file of the path, relative to the working directory. */
  public static FileDestination at(Path path) {
    return new FileDestination(path, FileFormat.JSON_LINES, false);
  }

  /** A stream, which stays open and its owner's; rows may come twice after a crash. */
  public static StreamDestination to(OutputStream stream) {
    return new StreamDestination(stream, FileFormat.JSON_LINES);
  }
}
