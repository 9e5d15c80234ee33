package io.tidemark.connector.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder for one try of a property, which the engine of the laws does not provide. */
final class Folders {
  private Folders() {}

  /** What is done in the folder. */
  @FunctionalInterface
  interface Work {
    void in(Path folder) throws IOException;
  }

  /** Does the work in a new folder and deletes it. */
  static void withNew(Work work) throws IOException {
    try (Temporary folder = new Temporary(Files.createTempDirectory("tidemark-files"))) {
      work.in(folder.path());
    }
  }

  private record Temporary(Path path) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      List<Path> deepestFirst;
      try (Stream<Path> all = Files.walk(path)) {
        deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
      }
      for (Path each : deepestFirst) {
        Files.delete(each);
      }
    }
  }
}
