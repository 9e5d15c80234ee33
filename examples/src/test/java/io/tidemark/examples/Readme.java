package io.tidemark.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The text of a README, but for how long something took, which is never the same. */
final class Readme {
  private Readme() {}

  static String of(Path file) throws IOException {
    return timeless(Files.readString(file));
  }

  /** The text without what varies from run to run. */
  static String timeless(String text) {
    return text.replaceAll(" read in \\d+\\.\\d s", " read in T s");
  }
}
