package io.tidemark.persistence.journal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Optional;

/**
 * Keeps the table {@code writer} short, and takes a pipeline's records out of the journal.
 *
 * <p>Every process that writes leaves a row. A row that nobody has touched for an hour is added to
 * the row {@value #GONE}: a process that is only silent begins another one with its next commit. It
 * cannot be in doubt of a commit then, since it waits for an answer ten minutes at most.
 */
record PostgresWriters(PostgresDatabase database) {
  static final String GONE = "(gone)";
  private static final int MOST_ROWS = 16;

  /** Who changes the row of those that are gone. */
  private static final long GONE_LOCK = 0x7469_6465_6D61_0002L;

  /** Adds up old rows where there are many; leaves it to another process that is at it. */
  void fold() {
    database.call(
        "writer",
        connection -> {
          connection.setAutoCommit(false);
          if (isWorthFolding(connection)) {
            fold(connection);
            connection.commit();
          }
          return true;
        });
  }

  private static boolean isWorthFolding(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT count(*) > "
                    + MOST_ROWS
                    + " AND pg_try_advisory_xact_lock("
                    + GONE_LOCK
                    + ") FROM writer")) {
      return rows.next() && rows.getBoolean(1);
    }
  }

  private static void fold(Connection connection) throws SQLException {
    long records = 0;
    long digest = 0;
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "DELETE FROM writer WHERE name <> '"
                    + GONE
                    + "' AND touched < now() - interval '1 hour' RETURNING value")) {
      while (rows.next()) {
        Optional<Commit> commit = Commit.decode(rows.getBytes(1));
        if (commit.isEmpty()) {
          throw new SQLException("a writer's row has a wrong checksum", "XX001");
        }
        records += commit.get().records();
        digest += commit.get().digest();
      }
    }
    add(connection, records, digest);
  }

  private static void add(Connection connection, long records, long digest) throws SQLException {
    Commit gone = Commit.NONE;
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT value FROM writer WHERE name = '" + GONE + "' FOR UPDATE")) {
      if (rows.next()) {
        gone =
            Commit.decode(rows.getBytes(1))
                .orElseThrow(
                    () -> new SQLException("the row of those gone has a wrong checksum", "XX001"));
      }
    }
    Commit sum =
        new Commit(
            gone.number() + 1, 0, gone.hash(), gone.records() + records, gone.digest() + digest);
    try (PreparedStatement upsert =
        connection.prepareStatement(
            "INSERT INTO writer (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value, touched = now()")) {
      upsert.setString(1, GONE);
      upsert.setBytes(2, sum.encode());
      upsert.executeUpdate();
    }
  }

  /**
   * Deletes what is stored of the entities and authorities whose names begin so, in one
   * transaction. A process that still writes them is refused from then on.
   */
  void discard(String prefix) {
    database.call(
        "journal",
        connection -> {
          connection.setAutoCommit(false);
          try (Statement statement = connection.createStatement()) {
            statement.execute("SET LOCAL statement_timeout = 0");
            statement.execute("SELECT pg_advisory_xact_lock(" + GONE_LOCK + ")");
          }
          long[] gone = new long[2];
          delete(connection, "fence", prefix, gone);
          delete(connection, "head", prefix, gone);
          for (String table : new String[] {"event", "snapshot"}) {
            try (PreparedStatement delete =
                connection.prepareStatement(
                    "DELETE FROM " + table + " WHERE starts_with(name, ?)")) {
              delete.setString(1, prefix);
              delete.executeUpdate();
            }
          }
          if (gone[0] > 0) {
            add(connection, -gone[0], -gone[1]);
          }
          connection.commit();
          return true;
        });
  }

  /** Locks in the order of names, as writers do, and adds up what goes. */
  private static void delete(Connection connection, String table, String prefix, long[] gone)
      throws SQLException {
    try (PreparedStatement lock =
            connection.prepareStatement(
                "SELECT name FROM "
                    + table
                    + " WHERE starts_with(name, ?) ORDER BY name FOR UPDATE");
        PreparedStatement delete =
            connection.prepareStatement(
                "DELETE FROM " + table + " WHERE starts_with(name, ?) RETURNING value")) {
      lock.setFetchSize(1000);
      lock.setString(1, prefix);
      try (ResultSet rows = lock.executeQuery()) {
        while (rows.next()) {
          // Only locked.
        }
      }
      delete.setString(1, prefix);
      try (ResultSet rows = delete.executeQuery()) {
        while (rows.next()) {
          byte[] value = rows.getBytes(1);
          gone[0]++;
          gone[1] += Head.checksum(Arrays.copyOfRange(value, value.length - 8, value.length));
        }
      }
    }
  }
}
