package io.tidemark.persistence.journal;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * A directory of LevelDB, looked at before LevelDB touches it.
 *
 * <p>Why: LevelDB makes a new, empty database where its entry file is missing and deletes the
 * tables it finds; it trusts the indexes of its tables; it drops what it cannot read of a log,
 * rewrites the rest and deletes the log. So what the files themselves can tell is checked first,
 * which leaves a damaged directory untouched and names the file. What is cut short at the end of a
 * log, beyond the mark, is removed here, so that LevelDB can be opened with paranoid checks and
 * never compacts damaged blocks into sound ones.
 *
 * <p>Cost: the manifest, the write-ahead logs and the indexes of all tables are read, some ten
 * megabytes per gigabyte.
 */
record LevelDirectory(Path path, Damage damage) {
  private static final String ENTRY_FILE = "CURRENT";
  private static final String LOG = ".log";

  /**
   * Checks the files, and removes what a crash cut short.
   *
   * @throws JournalException.Damaged if they are not as a running or killed process leaves them
   */
  void check(Optional<Mark.Position> mark) throws IOException {
    if (!Files.exists(path.resolve(ENTRY_FILE))) {
      checkNew(mark);
      return;
    }
    LevelManifest manifest = new LevelManifest();
    LevelLog edits = LevelLog.read(manifestFile(), damage, manifest);
    if (!manifest.isKnown()) {
      return;
    }
    for (Map.Entry<Long, Long> table : manifest.tables().entrySet()) {
      new LevelTable(table(table.getKey()), damage).check(table.getValue());
    }
    List<LevelLog> logs =
        checkLogs(manifest.oldestLog(), mark.map(Mark.Position::commit).orElse(0L));
    edits.dropUnfinishedEnd();
    for (LevelLog log : logs) {
      log.dropUnfinishedEnd();
    }
  }

  /** What the write-ahead logs hold, which opening writes again as tables. */
  long logBytes() throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      return files
          .filter(file -> String.valueOf(file.getFileName()).endsWith(LOG))
          .mapToLong(file -> file.toFile().length())
          .sum();
    }
  }

  private void checkNew(Optional<Mark.Position> mark) throws IOException {
    if (mark.isPresent()) {
      throw damage.ofFile(ENTRY_FILE, "found=no such file, but file " + Mark.FILE);
    }
    try (Stream<Path> files = Files.list(path)) {
      Optional<String> remains =
          files
              .map(file -> String.valueOf(file.getFileName()))
              .filter(name -> name.endsWith(LOG) || name.endsWith(".sst") || name.endsWith(".ldb"))
              .findAny();
      if (remains.isPresent()) {
        throw damage.ofFile(ENTRY_FILE, "found=no such file, but file " + remains.get());
      }
    }
  }

  private Path manifestFile() throws IOException {
    String name = new String(Files.readAllBytes(path.resolve(ENTRY_FILE)), US_ASCII);
    if (!name.matches("MANIFEST-\\d+\n")) {
      throw damage.ofFile(ENTRY_FILE, "found=something else than the name of a manifest");
    }
    Path manifest = path.resolve(name.strip());
    if (!Files.exists(manifest)) {
      throw damage.ofFile(name.strip(), "found=no such file, but file CURRENT names it");
    }
    return manifest;
  }

  private Path table(long number) {
    Path file = path.resolve("%06d.sst".formatted(number));
    if (!Files.exists(file)) {
      file = path.resolve("%06d.ldb".formatted(number));
    }
    if (!Files.exists(file)) {
      throw damage.ofFile(
          "%06d.sst".formatted(number), "found=no such file, but the manifest names it");
    }
    return file;
  }

  /** The logs from the oldest on, found whole up to the mark. */
  private List<LevelLog> checkLogs(long oldest, long marked) throws IOException {
    List<Path> files = logs(oldest);
    if (files.isEmpty() || number(files.get(0)) != oldest) {
      throw damage.ofFile(
          "%06d%s".formatted(oldest, LOG), "found=no such file, but the manifest names it");
    }
    AtomicLong lastCommit = new AtomicLong();
    List<LevelLog> logs = new ArrayList<>();
    for (Path file : files) {
      logs.add(
          LevelLog.read(
              file,
              damage,
              (record, length) ->
                  lastCommit.accumulateAndGet(LevelBatch.lastCommit(record, length), Math::max)));
    }
    // Logs without any commit say nothing: then the chain of commits will tell.
    if (lastCommit.get() > 0 && lastCommit.get() < marked) {
      LevelLog newest = logs.get(logs.size() - 1);
      throw damage.ofFile(
          newest.name(),
          "offset=%d, found=the end after commit %d, but file %s names commit %d: acknowledged commits are missing"
              .formatted(newest.wholeUntil(), lastCommit.get(), Mark.FILE, marked));
    }
    return logs;
  }

  private List<Path> logs(long oldest) throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      return files
          .filter(file -> String.valueOf(file.getFileName()).matches("\\d+\\.log"))
          .filter(file -> number(file) >= oldest)
          .sorted(Comparator.comparingLong(LevelDirectory::number))
          .toList();
    }
  }

  private static long number(Path file) {
    String name = String.valueOf(file.getFileName());
    return Long.parseLong(name.substring(0, name.indexOf('.')));
  }
}
