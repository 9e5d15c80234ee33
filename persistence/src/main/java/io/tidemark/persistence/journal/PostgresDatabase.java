package io.tidemark.persistence.journal;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.tidemark.runtime.clock.Clock;
import io.tidemark.runtime.clock.SystemClock;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A few connections to the database, and the patience to wait for it: what cannot be done now is
 * tried again after {@value #FIRST_PAUSE_MILLIS} ms, then after twice as long up to {@value
 * #LONGEST_PAUSE_MILLIS} ms, until {@link PostgresSettings#patience} is over.
 *
 * <p>Nothing waits for ever: the server ends statements, waiting for locks and transactions in
 * which it hears nothing; the driver ends reads from a socket. Any thread may use it.
 */
final class PostgresDatabase implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PostgresDatabase.class);
  private static final int FIRST_PAUSE_MILLIS = 200;
  private static final int LONGEST_PAUSE_MILLIS = 2_000;
  private static final int CONNECT_SECONDS = 5;
  private static final int LOCK_SECONDS = 10;
  private static final int STATEMENT_SECONDS = 30;

  /** Longer than a statement may take: then the server has not ended it. */
  private static final int SOCKET_SECONDS = 40;

  /**
   * How long the locks of a process stay that has stopped, or that the network has cut off, inside
   * a transaction: as long others wait for its entities.
   */
  private static final int SILENT_SECONDS = 10;

  private static final Duration POOL_WAIT = Duration.ofSeconds(5);

  /** The pool allows no less than 250. */
  private static final int LEAST_POOL_WAIT_MILLIS = 1_000;

  private final Clock clock = new SystemClock();
  private final PostgresSettings settings;
  private final HikariDataSource pool;
  private volatile boolean closing;

  /** Something done with a connection, perhaps more than once. */
  @FunctionalInterface
  interface Work<T> {
    T on(Connection connection) throws SQLException;
  }

  PostgresDatabase(PostgresSettings settings) {
    this.settings = settings;
    this.pool = new HikariDataSource(config(settings));
  }

  private static HikariConfig config(PostgresSettings settings) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("tidemark-journal");
    config.setDriverClassName("org.postgresql.Driver");
    config.setJdbcUrl(settings.url());
    config.setUsername(settings.user());
    config.setPassword(settings.password());
    config.setMaximumPoolSize(settings.pool());
    config.setMinimumIdle(1);
    config.setConnectionTimeout(
        Math.max(
            LEAST_POOL_WAIT_MILLIS,
            Math.min(POOL_WAIT.toMillis(), settings.patience().toMillis())));
    config.setValidationTimeout(TimeUnit.SECONDS.toMillis(CONNECT_SECONDS) / 2);
    // The first use tells whether it can be reached, with our patience.
    config.setInitializationFailTimeout(-1);
    config.setConnectionInitSql(sessionSettings());
    config.addDataSourceProperty("currentSchema", settings.schema());
    config.addDataSourceProperty("ApplicationName", "tidemark");
    config.addDataSourceProperty("connectTimeout", CONNECT_SECONDS);
    config.addDataSourceProperty("socketTimeout", SOCKET_SECONDS);
    config.addDataSourceProperty("tcpKeepAlive", true);
    return config;
  }

  /**
   * Every statement of ours looks rows up by their keys: other plans only come from old figures.
   */
  private static String sessionSettings() {
    return """
        SET synchronous_commit = on;
        SET statement_timeout = '%ds';
        SET lock_timeout = '%ds';
        SET idle_in_transaction_session_timeout = '%ds';
        SET enable_seqscan = off;
        SET enable_hashjoin = off;
        SET enable_mergejoin = off;
        SET plan_cache_mode = force_generic_plan;
        SET jit = off"""
        .formatted(STATEMENT_SECONDS, LOCK_SECONDS, SILENT_SECONDS);
  }

  PostgresSettings settings() {
    return settings;
  }

  String subject() {
    return "database=" + settings.url();
  }

  /**
   * Does the work, again and again while the database cannot do it for now.
   *
   * @param table what it is about, for messages
   * @throws JournalException.Failed when patience is over, or nothing is to be hoped for
   * @throws Store.StoreFailure when the database finds itself damaged
   */
  <T> T call(String table, Work<T> work) {
    long startMicros = clock.nowMicros();
    long pauseMillis = FIRST_PAUSE_MILLIS;
    for (int tries = 1; ; tries++) {
      checkOpen();
      try (Connection connection = pool.getConnection()) {
        T result = work.on(connection);
        if (tries > 1) {
          LOG.info("journal goes on: {}, tries={}", subject(), tries);
        }
        return result;
      } catch (SQLException e) {
        checkOpen();
        if (SqlFailure.of(e) != SqlFailure.PASSING) {
          throw failure(table, e);
        }
        long waitedMillis = (clock.nowMicros() - startMicros) / 1_000;
        if (waitedMillis + pauseMillis > settings.patience().toMillis()) {
          throw lost(waitedMillis, e);
        }
        if (tries == 1) {
          LOG.warn(
              "journal waits for its database, at most {} s: {}, reason={}",
              settings.patience().toSeconds(),
              subject(),
              SqlFailure.words(e));
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(pauseMillis));
        pauseMillis = Math.min(2 * pauseMillis, LONGEST_PAUSE_MILLIS);
      }
    }
  }

  private JournalException.Failed lost(long waitedMillis, SQLException e) {
    return new JournalException.Failed(
        "journal's database cannot be used: %s, tried for=%d s, reason=%s; put that right, then start again, or raise journal.patience (%d s)"
            .formatted(
                subject(),
                TimeUnit.MILLISECONDS.toSeconds(waitedMillis),
                SqlFailure.words(e),
                settings.patience().toSeconds()),
        e);
  }

  /** What no other try changes. */
  RuntimeException failure(String table, SQLException e) {
    return switch (SqlFailure.of(e)) {
      case DAMAGE ->
          new Store.StoreFailure("table=%s, %s".formatted(table, SqlFailure.words(e)), e);
      case NO_SCHEMA ->
          new JournalException.Failed(
              "journal's database has no schema of Tidemark's: %s, schema=%s, reason=%s; create it with `tidemark journal init PIPELINE.conf`"
                  .formatted(subject(), settings.schema(), SqlFailure.words(e)),
              e);
      case PASSING, LASTING ->
          new JournalException.Failed(
              "journal's database refuses: %s, user=%s, table=%s, reason=%s"
                  .formatted(subject(), settings.user(), table, SqlFailure.words(e)),
              e);
    };
  }

  /** Whoever waits for the database gives up. */
  void stopWaiting() {
    closing = true;
  }

  private void checkOpen() {
    if (closing) {
      throw new JournalException.Closed(subject());
    }
  }

  @Override
  public void close() {
    closing = true;
    pool.close();
  }
}
