package io.tidemark.connector.file;

import java.io.IOException;
import java.nio.file.Path;

/** The folder of a test in which the file {@code in.csv} is written and read. */
record CsvFolder(Path path) {
  /** What reads the text as a file. */
  FileSourceSettings.Builder settings(String text) throws IOException {
    Reading.write(path, "in.csv", text);
    return FileSourceSettings.csv("in.csv").base(path);
  }

  Reading read(String text) throws IOException {
    return Reading.all(FileSource.rows(settings(text).build()));
  }

  Reading read(FileSourceSettings.Builder settings) throws IOException {
    return Reading.all(FileSource.rows(settings.build()));
  }
}
