package io.tidemark.persistence.journal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * A store that several processes share: tables in PostgreSQL, one for each kind of key.
 *
 * <p>A batch is one transaction that compares what it expects under row locks ({@link
 * PostgresTransaction}). Where the answer to a commit is lost, with the connection or the server,
 * the commit may have happened or not. The batch replaces its writer's row, and each commit has a
 * number in it: so before it is written again that row is looked at, under a lock that waits for
 * whatever is left of the earlier transaction. Then it is either done, or not and never will be.
 *
 * <p>Cost: a read is one round trip, a batch about six and the server's sync.
 */
final class PostgresStore implements Store {
  /** Rows fetched at a time: events may be large, heads are not. */
  private static final int EVENTS_FETCHED = 64;

  private static final int HEADS_FETCHED = 1000;

  /** An index of PostgreSQL holds no keys above 2 704 bytes. */
  private static final int MOST_NAME_BYTES = 2_600;

  private final PostgresDatabase database;
  private final ReadWriteLock lock = new ReentrantReadWriteLock();

  PostgresStore(PostgresDatabase database) {
    this.database = database;
  }

  @Override
  public boolean isShared() {
    return true;
  }

  @Override
  public Batch batch() {
    return new PostgresBatch();
  }

  @Override
  public void write(Batch batch, boolean sync) {
    lock.readLock().lock();
    try (batch) {
      write((PostgresBatch) batch);
    } finally {
      lock.readLock().unlock();
    }
  }

  private void write(PostgresBatch batch) {
    AtomicBoolean unsure = new AtomicBoolean();
    try {
      database.call(
          "journal",
          connection -> {
            connection.setAutoCommit(false);
            PostgresTransaction transaction = new PostgresTransaction(connection, database);
            if (!unsure.get() || !transaction.isDone(batch)) {
              transaction.apply(batch);
              unsure.set(true);
              connection.commit();
            }
            return true;
          });
    } catch (Conflict e) {
      // The first commit has no row that could be locked: perhaps it came to an end after the look.
      if (!unsure.get() || batch.writer() == null || !isDone(batch)) {
        throw e;
      }
    }
  }

  private boolean isDone(PostgresBatch batch) {
    return database.call(
        "writer",
        connection -> {
          connection.setAutoCommit(false);
          return new PostgresTransaction(connection, database).isDone(batch);
        });
  }

  @Override
  public byte @Nullable [] read(byte[] key) {
    Table table = Table.of(key[0]);
    String name = table.name(key);
    checkName(name, key.length);
    lock.readLock().lock();
    try {
      AtomicReference<byte @Nullable []> value = new AtomicReference<>();
      database.call(
          table.sqlName,
          connection -> {
            value.set(read(connection, table, name, key));
            return true;
          });
      return value.get();
    } finally {
      lock.readLock().unlock();
    }
  }

  private static byte @Nullable [] read(Connection connection, Table table, String name, byte[] key)
      throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(table.selectOne())) {
      select.setString(1, name);
      if (table.numbered) {
        select.setLong(2, Keys.number(key));
      }
      try (ResultSet rows = select.executeQuery()) {
        return rows.next() ? rows.getBytes(1) : null;
      }
    }
  }

  @Override
  public void scan(byte[] from, byte[] to, Visitor visitor) {
    AtomicReference<byte @Nullable []> last = new AtomicReference<>();
    lock.readLock().lock();
    try {
      database.call(
          Table.of(from[0]).sqlName,
          connection -> {
            connection.setAutoCommit(false);
            // After a lost connection the scan goes on behind what was shown already.
            scan(
                connection,
                new Range(from, to),
                last.get(),
                (key, value) -> {
                  last.set(key);
                  return visitor.visit(key, value);
                });
            connection.rollback();
            return true;
          });
    } finally {
      lock.readLock().unlock();
    }
  }

  @Override
  public void scanAtOnce(List<Range> ranges, Visitor visitor) {
    AtomicBoolean begun = new AtomicBoolean();
    lock.readLock().lock();
    try {
      database.call(
          "head, fence or writer",
          connection -> {
            if (begun.getAndSet(true)) {
              throw new JournalException.Failed(
                  "connection was lost while the journal was checked: %s; start again"
                      .formatted(database.subject()));
            }
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            connection.setReadOnly(true);
            connection.setAutoCommit(false);
            for (Range range : ranges) {
              scan(connection, range, null, visitor);
            }
            connection.rollback();
            return true;
          });
    } finally {
      lock.readLock().unlock();
    }
  }

  /** Of numbered rows those of one name, of others the whole table. */
  private static void scan(
      Connection connection, Range range, byte @Nullable [] seen, Visitor visitor)
      throws SQLException {
    byte[] from = range.from();
    Table table = Table.of(from[0]);
    try (PreparedStatement select =
        connection.prepareStatement(table.numbered ? table.selectNumbers() : table.selectAll())) {
      if (table.numbered) {
        select.setFetchSize(EVENTS_FETCHED);
        select.setString(1, table.name(from));
        select.setLong(2, seen == null ? Keys.number(from) : Keys.number(seen) + 1);
        select.setLong(3, Keys.number(range.to()));
      } else {
        select.setFetchSize(HEADS_FETCHED);
        select.setString(1, seen == null ? "" : table.name(seen));
      }
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          byte[] key =
              table.numbered ? Table.key(from, rows.getLong(1)) : table.key(rows.getString(1));
          if (!visitor.visit(key, rows.getBytes(2))) {
            return;
          }
        }
      }
    }
  }

  private void checkName(String name, int bytes) {
    if (bytes > MOST_NAME_BYTES) {
      throw new JournalException.Refused(
          "name is too long for an index of PostgreSQL: name=%s…, length=%d bytes, allowed: about %d; use shorter keys"
              .formatted(name.substring(0, 64), bytes, MOST_NAME_BYTES));
    }
  }

  /** Those who wait for the database give up; then the connections end. */
  @Override
  public void close() {
    database.stopWaiting();
    lock.writeLock().lock();
    try {
      database.close();
    } finally {
      lock.writeLock().unlock();
    }
  }
}
