package io.tidemark.benchmarks.journal;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.tidemark.persistence.journal.Journal;
import io.tidemark.persistence.journal.JournalSettings;
import io.tidemark.persistence.journal.JournalSetup;
import io.tidemark.persistence.journal.PostgresSchema;
import io.tidemark.persistence.journal.PostgresSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.pekko.actor.setup.Setup;

/**
 * Tidemark's journal.
 *
 * @param directory of a LevelDB
 * @param settings those of a database, or of that LevelDB
 */
record OwnJournal(Path directory, JournalSettings settings) implements PersistPlace {
  /** From {@code DIRECTORY [on|off]}, which is fsync, or {@code JDBC-URL USER}. */
  static OwnJournal of(String[] args) {
    String first = args.length > 0 ? args[0] : "target/persist-rate";
    JournalSettings settings = JournalSettings.defaults();
    if (first.startsWith("jdbc:")) {
      PostgresSettings database = PostgresSettings.of(first, args[1]);
      PostgresSchema.init(database);
      return new OwnJournal(Path.of("target"), settings.withPostgres(database));
    }
    boolean fsync = args.length < 2 || args[1].equals("on");
    return new OwnJournal(Path.of(first).resolve("journal"), settings.withFsync(fsync));
  }

  @Override
  public void empty() throws IOException {
    if (settings.postgres() == null) {
      delete(directory);
    } else {
      Journal.discard(settings, PersistRate.PIPELINE);
    }
  }

  private static void delete(Path directory) throws IOException {
    if (Files.exists(directory)) {
      try (Stream<Path> files = Files.walk(directory)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  @Override
  public Opened open() {
    Journal journal = Journal.open(directory, settings);
    return new Opened() {
      @Override
      public Config settings() {
        return ConfigFactory.parseString(
            """
            pekko.persistence.journal.plugin = tidemark.journal
            pekko.persistence.snapshot-store.plugin = tidemark.snapshot-store
            """);
      }

      @Override
      public List<Setup> setups() {
        return List.of(new JournalSetup(journal));
      }

      @Override
      public void close() {
        journal.close();
      }
    };
  }
}
