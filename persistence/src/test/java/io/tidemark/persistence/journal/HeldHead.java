package io.tidemark.persistence.journal;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The lock of an entity's head, held by somebody else. */
final class HeldHead implements AutoCloseable {
  private final SharedJournal shared;
  private final Connection connection;

  HeldHead(SharedJournal shared, String entity) {
    this.shared = shared;
    try {
      connection = shared.connect();
      connection.setAutoCommit(false);
      try (Statement statement = connection.createStatement()) {
        statement.execute("SELECT 1 FROM head WHERE name = '" + entity + "' FOR UPDATE");
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  /** Waits until so many transactions of this database wait for a lock. */
  void awaitWaiting(int count) throws SQLException {
    try (Connection other = shared.connect();
        Statement statement = other.createStatement()) {
      long deadline = System.nanoTime() + 10_000_000_000L;
      while (System.nanoTime() < deadline) {
        try (ResultSet rows =
            statement.executeQuery(
                "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")) {
          if (rows.next() && rows.getInt(1) >= count) {
            return;
          }
        }
        Thread.onSpinWait();
      }
    }
    throw new AssertionError("fewer than " + count + " transactions wait");
  }

  void end() {
    try {
      connection.rollback();
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }
}
