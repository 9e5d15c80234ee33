package io.tidemark.persistence.journal;

import static java.util.Objects.requireNonNull;

import io.tidemark.testkit.PostgresServer;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** What holds of the plugins on a directory holds on a database. */
final class PostgresPluginTest extends JournalPluginTest {
  private static final AtomicInteger SCHEMAS = new AtomicInteger();
  private static @Nullable PostgresServer server;

  private @Nullable SharedJournal shared;

  PostgresPluginTest(@TempDir Path directory) {
    super(directory);
  }

  @BeforeAll
  static void startServer() {
    server = PostgresServer.start("fsync = off");
  }

  @AfterAll
  static void stopServer() {
    if (server != null) {
      server.close();
    }
  }

  @Override
  Journal open() {
    return shared().open();
  }

  private SharedJournal shared() {
    if (shared == null) {
      shared = SharedJournal.on(requireNonNull(server), "plugin" + SCHEMAS.incrementAndGet());
    }
    return shared;
  }

  @Override
  void replaceAnEvent(Journal journal) {
    shared()
        .sql(
            "UPDATE event SET value = set_byte(value, 30, 255 - get_byte(value, 30)) WHERE name = 'bad' AND number = 3");
  }
}
