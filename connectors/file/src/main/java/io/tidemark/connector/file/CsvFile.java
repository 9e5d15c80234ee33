package io.tidemark.connector.file;

import java.io.OutputStream;
import java.nio.file.Path;

/** A CSV file, or a stream, as the destination of a sink: {@code CsvFile.at("out/counts.csv")}. */
public final class CsvFile {
  private CsvFile() {}

  /** The file of the path, relative to the working directory. */
  public static FileDestination at(String path) {
    return at(Path.of(path));
  }

  /** The file of the path, relative to the working directory. */
  public static FileDestination at(Path path) {
    return new FileDestination(path, FileFormat.CSV, false);
  }

  /** A stream, which stays open and its owner's; rows may come twice after a crash. */
  public static StreamDestination to(OutputStream stream) {
    return new StreamDestination(stream, FileFormat.CSV);
  }
}
