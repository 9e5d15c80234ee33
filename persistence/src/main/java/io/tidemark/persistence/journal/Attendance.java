package io.tidemark.persistence.journal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Who takes part in a shared run: the sessions that hold its lock, and the row in which each notes
 * its seed nodes, named {@code PIPELINE/session/PID}. A row counts only while its session holds the
 * lock; those of sessions that are gone are deleted by the next that comes.
 */
final class Attendance {
  private static final String HOLDERS =
      """
      SELECT l.pid FROM pg_locks l
      WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
        AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND (l.classid::bigint << 32) | l.objid::bigint = ?
      """;

  private Attendance() {}

  /**
   * Notes the seed nodes of the session that this connection is, which holds the lock.
   *
   * @param seeds with commas between them
   * @return the session's number
   */
  static long enter(Connection connection, long lock, String pipeline, String seeds)
      throws SQLException {
    String prefix = prefix(pipeline);
    try (PreparedStatement delete =
        connection.prepareStatement(
            "DELETE FROM run WHERE starts_with(name, ?) AND substr(name, ?) NOT IN (SELECT pid::text FROM ("
                + HOLDERS
                + ") holders WHERE pid <> pg_backend_pid())")) {
      delete.setString(1, prefix);
      delete.setInt(2, prefix.length() + 1);
      delete.setLong(3, lock);
      delete.executeUpdate();
    }
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO run (name, value) VALUES (? || pg_backend_pid(), ?)"
                + " RETURNING pg_backend_pid()")) {
      insert.setString(1, prefix);
      insert.setString(2, seeds);
      try (ResultSet rows = insert.executeQuery()) {
        rows.next();
        return rows.getLong(1);
      }
    }
  }

  /** What the other sessions that hold the lock are called. */
  static List<String> others(Connection connection, long lock, long session) throws SQLException {
    List<String> names = new ArrayList<>();
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT DISTINCT application_name FROM pg_stat_activity WHERE pid <> ? AND pid IN ("
                + HOLDERS
                + ") ORDER BY 1")) {
      select.setLong(1, session);
      select.setLong(2, lock);
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          names.add(String.valueOf(rows.getString(1)).replaceFirst("^tidemark ", ""));
        }
      }
    }
    return List.copyOf(names);
  }

  /**
   * The seed nodes that the other sessions noted, each list once; sessions without any left out.
   */
  static List<List<String>> seedsOfOthers(
      Connection connection, long lock, String pipeline, long session) throws SQLException {
    List<List<String>> seeds = new ArrayList<>();
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT DISTINCT value FROM run WHERE value <> '' AND name IN (SELECT ? || pid FROM ("
                + HOLDERS
                + ") holders WHERE pid <> ?) ORDER BY 1")) {
      select.setString(1, prefix(pipeline));
      select.setLong(2, lock);
      select.setLong(3, session);
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          seeds.add(List.of(rows.getString(1).split(",", -1)));
        }
      }
    }
    return List.copyOf(seeds);
  }

  private static String prefix(String pipeline) {
    return pipeline + "/session/";
  }
}
