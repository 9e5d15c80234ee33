package io.tidemark.persistence.journal;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tables of a shared journal. They are made by {@link #init} and never by opening a journal, so
 * that a journal which is not where it was is refused, not begun anew.
 *
 * @param url of the database
 * @param name of the schema
 * @param isNew whether it was made just now
 */
public record PostgresSchema(String url, String name, boolean isNew) {
  private static final Logger LOG = LoggerFactory.getLogger(PostgresSchema.class);
  private static final int VERSION = 1;
  private static final String ENCODING = "UTF8";

  /** Those who make the tables at the same time wait for each other. */
  private static final long INIT_LOCK = 0x7469_6465_6D61_0001L;

  /**
   * Makes the schema and its tables, in one transaction; where they are there already it changes
   * nothing. A database that cannot be reached is tried again for the patience of the settings.
   *
   * @throws JournalException.Failed if it cannot, or tables of another version are there
   * @throws JournalException.Damaged if tables are there and cannot be read
   */
  public static PostgresSchema init(PostgresSettings settings) {
    try (PostgresDatabase database = new PostgresDatabase(settings)) {
      return database.call(
          "layout",
          connection -> {
            connection.setAutoCommit(false);
            boolean isNew = init(connection, database);
            connection.commit();
            return new PostgresSchema(settings.url(), settings.schema(), isNew);
          });
    } catch (Store.StoreFailure e) {
      throw Damage.ofDatabase(settings.url())
          .ofCommits("a table cannot be read: found=" + e.getMessage());
    }
  }

  private static boolean init(Connection connection, PostgresDatabase database)
      throws SQLException {
    checkEncoding(connection, database);
    String schema = database.settings().schema();
    try (Statement statement = connection.createStatement()) {
      statement.execute("SELECT pg_advisory_xact_lock(" + INIT_LOCK + ")");
      if (answer(connection, "SELECT to_regclass('" + schema + ".layout') IS NOT NULL")
          .equals("t")) {
        checkVersion(connection, database);
        return false;
      }
      // Not IF NOT EXISTS alone: that asks for the right to create even where the schema is there.
      if (answer(connection, "SELECT to_regnamespace('" + schema + "') IS NULL").equals("t")) {
        statement.execute("CREATE SCHEMA " + schema);
      }
      statement.execute("SET LOCAL search_path = " + schema);
      statement.execute(tables());
      return true;
    }
  }

  private static String tables() {
    try (InputStream in =
        Objects.requireNonNull(PostgresSchema.class.getResourceAsStream("schema.sql"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Looks whether the tables are there, and what could let damage pass.
   *
   * @throws JournalException.Failed if they are not, or of another version
   */
  static void check(PostgresDatabase database) {
    database.call(
        "layout",
        connection -> {
          checkEncoding(connection, database);
          checkVersion(connection, database);
          if (!answer(connection, "SHOW data_checksums").equals("on")) {
            LOG.warn(
                "journal's database has no data checksums, so that damage of its files may be noticed late: {}; make the cluster with `initdb --data-checksums`, or stop it and run `pg_checksums --enable`",
                database.subject());
          }
          return true;
        });
  }

  private static void checkEncoding(Connection connection, PostgresDatabase database)
      throws SQLException {
    String encoding = answer(connection, "SHOW server_encoding");
    if (!encoding.equals(ENCODING)) {
      throw new JournalException.Failed(
          "journal's database has another encoding: %s, expected=%s, actual=%s; make the database with ENCODING 'UTF8'"
              .formatted(database.subject(), ENCODING, encoding));
    }
  }

  private static void checkVersion(Connection connection, PostgresDatabase database)
      throws SQLException {
    String version =
        answer(connection, "SELECT coalesce(string_agg(version::text, ','), '') FROM layout");
    if (version.isEmpty()) {
      // It is filled in the transaction that makes it.
      throw new Store.StoreFailure(
          "table=layout, no row", new IllegalStateException("the version is gone"));
    }
    if (!version.equals(Integer.toString(VERSION))) {
      throw new JournalException.Failed(
          "journal's tables are of another version: %s, schema=%s, expected=%d, actual=%s; go on with the build that made them, or name another schema with currentSchema in the URL and run `tidemark journal init PIPELINE.conf`"
              .formatted(database.subject(), database.settings().schema(), VERSION, version));
    }
  }

  private static String answer(Connection connection, String question) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(question)) {
      return rows.next() ? String.valueOf(rows.getString(1)) : "";
    }
  }
}
