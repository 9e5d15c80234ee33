package io.tidemark.persistence.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the tables of a directory that hold a block with a wrong checksum: LevelDB says that there
 * is one, but not where. Reads all tables once, at the first question, since one answer does for
 * all entities that are hit.
 */
final class DamagedTables implements Supplier<String> {
  private final Path directory;
  private @Nullable String answer;

  DamagedTables(Path directory) {
    this.directory = directory;
  }

  @Override
  public synchronized String get() {
    if (answer == null) {
      answer = look();
    }
    return answer;
  }

  private String look() {
    List<String> found = new ArrayList<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.sorted().toList()) {
        String name = String.valueOf(file.getFileName());
        if (name.endsWith(".sst") || name.endsWith(".ldb")) {
          new LevelTable(file, new Damage(directory.toString(), () -> ""))
              .firstDamagedBlock()
              .ifPresent(offset -> found.add("%s at offset %d".formatted(name, offset)));
        }
      }
    } catch (IOException e) {
      found.add("unknown: " + e.getMessage());
    }
    return found.isEmpty() ? "" : ", damaged files=" + found;
  }
}
