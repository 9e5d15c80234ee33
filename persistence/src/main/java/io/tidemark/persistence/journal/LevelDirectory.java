package io.tidemark.persistence.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What lies in a directory before LevelDB touches it. LevelDB makes a new, empty database where its
 * own entry file is missing, and deletes the tables it finds: so this is asked first.
 */
record LevelDirectory(Path path, Damage damage) {
  private static final String ENTRY_FILE = "CURRENT";

  /**
   * @throws JournalException.Damaged if files of a journal are there but not the ones it starts
   *     from
   */
  void checkWhole(Optional<Mark.Position> mark) throws IOException {
    boolean entry = Files.exists(path.resolve(ENTRY_FILE));
    if (!entry && mark.isPresent()) {
      throw damage.ofFile(ENTRY_FILE, "found=no such file, but file MARK");
    }
    List<Path> files = files(".log", ".sst", ".ldb");
    if (!entry && !files.isEmpty()) {
      throw damage.ofFile(
          ENTRY_FILE, "found=no such file, but %s".formatted(files.get(0).getFileName()));
    }
  }

  /** Whether anything was ever committed here, as far as names tell. */
  boolean isNew() {
    return !Files.exists(path.resolve(ENTRY_FILE));
  }

  /** The files with one of these endings, in the order of their names. */
  List<Path> files(String... endings) throws IOException {
    try (Stream<Path> all = Files.list(path)) {
      return all.filter(
              file ->
                  Stream.of(endings).anyMatch(end -> file.getFileName().toString().endsWith(end)))
          .sorted()
          .toList();
    }
  }
}
