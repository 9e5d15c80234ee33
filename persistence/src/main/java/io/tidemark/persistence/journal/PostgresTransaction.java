package io.tidemark.persistence.journal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Carries out one {@link PostgresBatch} in a transaction that the caller commits.
 *
 * <p>First everything that is expected is locked and compared, fences before heads and both in the
 * order of their names, so that two writers never wait for each other in a circle. A fence that is
 * only relied on is locked {@code FOR SHARE}: whoever raises it waits until this transaction has
 * ended, and whoever relies on it waits for the raise. ({@code FOR KEY SHARE} would let a raise by,
 * which changes no key.) Only then rows are written; the writer's own row is the last.
 */
record PostgresTransaction(Connection connection, PostgresDatabase database) {
  private static final String DUPLICATE = "23505";

  /**
   * Changes everything, or throws.
   *
   * @throws Store.Conflict if something else is stored than is expected
   */
  void apply(PostgresBatch batch) throws SQLException {
    List<byte[]> others = new ArrayList<>();
    SortedMap<byte[], PostgresBatch.Change> fences = batch.of(Keys.FENCE);
    boolean relies = fences.values().stream().allMatch(PostgresBatch.Change::isRequirement);
    compare("fence", fences, relies ? "FOR SHARE" : "FOR NO KEY UPDATE", others);
    compare("head", batch.of(Keys.HEAD), "FOR NO KEY UPDATE", others);
    if (!others.isEmpty()) {
      throw new Store.Conflict(others);
    }
    replace("fence", fences);
    replace("head", batch.of(Keys.HEAD));
    delete("event", batch.deleted(Keys.EVENT));
    insertEvents(batch.inserted(Keys.EVENT));
    delete("snapshot", batch.deleted(Keys.SNAPSHOT));
    insertSnapshots(batch.inserted(Keys.SNAPSHOT));
    Map.Entry<byte[], PostgresBatch.Change> writer = batch.writer();
    if (writer != null) {
      replaceWriter(writer.getKey(), writer.getValue());
    }
  }

  private void compare(
      String table,
      SortedMap<byte[], PostgresBatch.Change> changes,
      String lock,
      List<byte[]> others)
      throws SQLException {
    Map<String, Map.Entry<byte[], PostgresBatch.Change>> wanted = new HashMap<>();
    List<String> names = new ArrayList<>();
    for (Map.Entry<byte[], PostgresBatch.Change> change : changes.entrySet()) {
      if (!change.getValue().isNew()) {
        String name = Keys.nameIn(change.getKey());
        names.add(name);
        wanted.put(name, change);
      }
    }
    if (names.isEmpty()) {
      return;
    }
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT name, value FROM " + table + " WHERE name = ANY (?) ORDER BY name " + lock)) {
      select.setArray(1, connection.createArrayOf("text", names.toArray()));
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          Map.Entry<byte[], PostgresBatch.Change> change = wanted.get(rows.getString(1));
          if (change != null && Arrays.equals(change.getValue().expected(), rows.getBytes(2))) {
            wanted.remove(rows.getString(1));
          }
        }
      }
    }
    wanted.values().forEach(change -> others.add(change.getKey()));
  }

  private void replace(String table, SortedMap<byte[], PostgresBatch.Change> changes)
      throws SQLException {
    List<byte[]> newKeys = new ArrayList<>();
    List<String> names = new ArrayList<>();
    List<byte @Nullable []> values = new ArrayList<>();
    List<String> newNames = new ArrayList<>();
    List<byte @Nullable []> newValues = new ArrayList<>();
    changes.forEach(
        (key, change) -> {
          if (change.isNew()) {
            newKeys.add(key);
            newNames.add(Keys.nameIn(key));
            newValues.add(change.value());
          } else if (!change.isRequirement()) {
            names.add(Keys.nameIn(key));
            values.add(change.value());
          }
        });
    int updated =
        named(
            "UPDATE "
                + table
                + " AS t SET value = n.value FROM unnest(?::text[], ?::bytea[]) AS n(name, value) WHERE t.name = n.name",
            names,
            values);
    if (updated != names.size()) {
      throw new Store.StoreFailure(
          "table=%s, rows updated=%d, locked before=%d".formatted(table, updated, names.size()),
          new IllegalStateException("rows that were locked are not to be found"));
    }
    int inserted =
        named(
            "INSERT INTO "
                + table
                + " (name, value) SELECT n.name, n.value FROM unnest(?::text[], ?::bytea[]) WITH ORDINALITY AS n(name, value, place) ORDER BY n.place ON CONFLICT DO NOTHING",
            newNames,
            newValues);
    if (inserted != newNames.size()) {
      throw new Store.Conflict(newKeys);
    }
  }

  private int named(String sql, List<String> names, List<byte @Nullable []> values)
      throws SQLException {
    if (names.isEmpty()) {
      return 0;
    }
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setArray(1, connection.createArrayOf("text", names.toArray()));
      statement.setArray(2, connection.createArrayOf("bytea", values.toArray(byte[][]::new)));
      return statement.executeUpdate();
    }
  }

  private void delete(String table, PostgresBatch.Ranges ranges) throws SQLException {
    if (ranges.names().isEmpty()) {
      return;
    }
    try (PreparedStatement statement =
        connection.prepareStatement(
            "DELETE FROM "
                + table
                + " AS t USING unnest(?::text[], ?::bigint[], ?::bigint[]) AS d(name, first, last) WHERE t.name = d.name AND t.number BETWEEN d.first AND d.last")) {
      statement.setArray(1, connection.createArrayOf("text", ranges.names().toArray()));
      statement.setArray(2, connection.createArrayOf("int8", ranges.firsts().toArray()));
      statement.setArray(3, connection.createArrayOf("int8", ranges.lasts().toArray()));
      statement.executeUpdate();
    }
  }

  /** The heads are ours by now: an event that is there already is none that they know. */
  private void insertEvents(PostgresBatch.Rows rows) throws SQLException {
    try {
      insert("INSERT INTO event SELECT * FROM unnest(?::text[], ?::bigint[], ?::bytea[])", rows);
    } catch (SQLException e) {
      if (DUPLICATE.equals(e.getSQLState())) {
        throw new Store.StoreFailure(
            "table=event, found an event above its entity's head: " + SqlFailure.words(e), e);
      }
      throw e;
    }
  }

  private void insertSnapshots(PostgresBatch.Rows rows) throws SQLException {
    insert(
        "INSERT INTO snapshot SELECT * FROM unnest(?::text[], ?::bigint[], ?::bytea[]) ON CONFLICT (name, number) DO UPDATE SET value = excluded.value",
        rows);
  }

  private void insert(String sql, PostgresBatch.Rows rows) throws SQLException {
    if (rows.names().isEmpty()) {
      return;
    }
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setArray(1, connection.createArrayOf("text", rows.names().toArray()));
      statement.setArray(2, connection.createArrayOf("int8", rows.numbers().toArray()));
      statement.setArray(
          3, connection.createArrayOf("bytea", rows.values().toArray(byte[][]::new)));
      statement.executeUpdate();
    }
  }

  private void replaceWriter(byte[] key, PostgresBatch.Change change) throws SQLException {
    String sql =
        change.isNew()
            ? "INSERT INTO writer (value, name) VALUES (?, ?) ON CONFLICT DO NOTHING"
            : "UPDATE writer SET value = ?, touched = now() WHERE name = ? AND value = ?";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setBytes(1, change.value());
      statement.setString(2, Keys.nameIn(key));
      if (!change.isNew()) {
        statement.setBytes(3, change.expected());
      }
      if (statement.executeUpdate() != 1) {
        throw new Store.Conflict(List.of(key));
      }
    }
  }

  /**
   * Whether the batch is in the database already: what its writer's row says, once no earlier
   * transaction of the writer is open any more.
   */
  boolean isDone(PostgresBatch batch) throws SQLException {
    Map.Entry<byte[], PostgresBatch.Change> writer = batch.writer();
    if (writer == null) {
      throw new IllegalStateException("a batch without a writer's row cannot be decided");
    }
    try (PreparedStatement select =
        connection.prepareStatement("SELECT value FROM writer WHERE name = ? FOR UPDATE")) {
      select.setString(1, Keys.nameIn(writer.getKey()));
      try (ResultSet rows = select.executeQuery()) {
        return rows.next() && Arrays.equals(rows.getBytes(1), writer.getValue().value());
      }
    }
  }
}
