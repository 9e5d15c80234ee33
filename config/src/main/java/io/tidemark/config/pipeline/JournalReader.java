package io.tidemark.config.pipeline;

import io.tidemark.persistence.journal.JournalSettings;
import io.tidemark.persistence.journal.PostgresSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Reads {@code pipeline.journal}. Which settings there are depends on the type; those of the other
 * are none, so that nobody relies on what has no effect.
 */
final class JournalReader {
  private static final int MOST_QUEUE = 1 << 24;
  private static final long DISK_RESERVE_BYTES = 256_000_000;
  private static final long HISTORY_BYTES = 1_000_000_000;
  private static final String LEVELDB = "leveldb";
  private static final String POSTGRESQL = "postgresql";

  private final Section section;
  private final Path folder;

  private JournalReader(Section section, Path folder) {
    this.section = section;
    this.folder = folder;
  }

  /**
   * The settings, with every default filled in.
   *
   * @param folder that relative paths start from
   */
  static JournalSettings read(Section pipeline, Path folder) {
    Section section = pipeline.block("journal").orElseGet(() -> pipeline.absent("journal"));
    return new JournalReader(section, folder).read();
  }

  private JournalSettings read() {
    JournalSettings defaults = JournalSettings.defaults();
    Map<String, String> types = new LinkedHashMap<>();
    types.put(LEVELDB, LEVELDB);
    types.put(POSTGRESQL, POSTGRESQL);
    boolean wrongType = section.has("type") && section.maybe("type", Kind.oneOf(types)).isEmpty();
    if (wrongType) {
      // Which settings there are is not known, so no more is said of them.
      return defaults;
    }
    boolean shared = section.optional("type", Kind.oneOf(types), LEVELDB).equals(POSTGRESQL);
    int queue = section.optional("queue", Kind.integer(1, MOST_QUEUE), defaults.queueWrites());
    long history = section.optional("history", Kind.size(), HISTORY_BYTES);
    JournalSettings both = defaults.withQueue(queue, defaults.queueBytes()).withHistory(history);
    JournalSettings settings = shared ? withDatabase(both) : withDirectory(both);
    section.finish();
    return settings;
  }

  private JournalSettings withDirectory(JournalSettings settings) {
    boolean fsync = section.optional("fsync", Kind.flag(), settings.fsync());
    long reserve = section.optional("disk-reserve", Kind.size(), DISK_RESERVE_BYTES);
    return settings.withFsync(fsync).withDiskReserve(reserve);
  }

  private JournalSettings withDatabase(JournalSettings settings) {
    Optional<String> url = section.required("url", Kind.text());
    Optional<String> user = section.required("user", Kind.text());
    Optional<String> variable = section.maybe("password-env", Kind.text());
    Optional<String> file = section.maybe("password-file", Kind.path());
    int pool =
        section.optional(
            "pool", Kind.integer(2, PostgresSettings.MOST_POOL), PostgresSettings.DEFAULT_POOL);
    Duration patience =
        section.optional("patience", Kind.duration(), PostgresSettings.DEFAULT_PATIENCE);
    if (patience.compareTo(PostgresSettings.MOST_PATIENCE) > 0) {
      section.problem("patience", "out of range", "allowed: 0s to 10m");
      return settings;
    }
    if (variable.isPresent() && file.isPresent()) {
      section.problem(
          "password-file", "a second password", "allowed: one of password-env, password-file");
      return settings;
    }
    if (url.isEmpty() || user.isEmpty()) {
      return settings;
    }
    try {
      PostgresSettings database =
          PostgresSettings.of(url.get(), user.get()).withPool(pool).withPatience(patience);
      if (variable.isPresent()) {
        database = database.withPasswordVariable(variable.get());
      } else if (file.isPresent()) {
        database = database.withPasswordFile(folder.resolve(file.get()).normalize());
      }
      return settings.withPostgres(database);
    } catch (IllegalArgumentException e) {
      // All else is checked above. What is wrong with a URL may be that a password stands in it.
      String[] words = String.valueOf(e.getMessage()).split("; ", 2);
      section.problemUnseen("url", words[0], words.length == 2 ? words[1] : "");
      return settings;
    }
  }
}
