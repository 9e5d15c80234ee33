package io.tidemark.persistence.journal;

import io.tidemark.core.codec.Hash64;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One process's part in the run of a pipeline whose journal others share: what is written down of
 * the run for all of them, and a lock that says whether somebody is at it.
 *
 * <p>Who finds nobody is <em>alone</em>, may begin a new run, and either stays alone or lets others
 * take part. Who finds somebody takes part in what is there. The lock goes with the process and
 * with its connection; a connection that is lost is made again. It keeps people from starting a run
 * twice and from throwing one away that is under way: what keeps the journal right is its fences,
 * not this.
 *
 * <p>Any thread may use it.
 */
public final class SharedRun implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SharedRun.class);
  private static final Duration BEAT = Duration.ofSeconds(5);

  /** How long whoever begins a run is waited for. */
  private static final int LONGEST_BEGINNING_SECONDS = 60;

  private final PostgresDatabase database;
  private final PostgresSettings settings;
  private final String pipeline;
  private final String who;
  private final String seeds;
  private final long lock;
  private final CountDownLatch closed = new CountDownLatch(1);
  private boolean alone;
  private @Nullable Connection held;

  /** The server's process for the connection that is held, or was held last. */
  private long session;

  private SharedRun(PostgresSettings settings, String pipeline, String who, List<String> seeds) {
    this.settings = settings;
    this.pipeline = pipeline;
    this.who = who;
    this.seeds = String.join(",", seeds);
    this.database = new PostgresDatabase(settings.withPool(2));
    this.lock = Hash64.of((settings.schema() + "/" + pipeline).getBytes(StandardCharsets.UTF_8), 0);
  }

  /**
   * Takes part in the run of the pipeline.
   *
   * @param who what other processes call this one in messages
   * @param seeds the seed nodes of its cluster, in their order; empty where it is in none
   * @throws JournalException.Failed where the database cannot be used
   */
  public static SharedRun attend(
      PostgresSettings settings, String pipeline, String who, List<String> seeds) {
    SharedRun run = new SharedRun(settings, pipeline, who, seeds);
    try {
      PostgresSchema.check(run.database);
      run.database.call("run", unused -> run.take());
      Thread beat = new Thread(run::beat, "tidemark-shared-run");
      beat.setDaemon(true);
      beat.start();
      return run;
    } catch (RuntimeException e) {
      run.close();
      throw e;
    }
  }

  private synchronized boolean take() throws SQLException {
    release();
    Connection connection = connect();
    try {
      alone = ask(connection, "SELECT pg_try_advisory_lock(" + lock + ")");
      if (!alone) {
        ask(connection, "SET lock_timeout = '" + LONGEST_BEGINNING_SECONDS + "s'");
        ask(connection, "SELECT pg_advisory_lock_shared(" + lock + ")");
      }
      session = Attendance.enter(connection, lock, pipeline, seeds);
      held = connection;
      return alone;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  private Connection connect() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", settings.user());
    String password = settings.password();
    if (password != null) {
      properties.setProperty("password", password);
    }
    properties.setProperty("currentSchema", settings.schema());
    properties.setProperty("ApplicationName", "tidemark " + who);
    properties.setProperty("connectTimeout", "5");
    properties.setProperty("tcpKeepAlive", "true");
    return DriverManager.getConnection(settings.url(), properties);
  }

  private static boolean ask(Connection connection, String sql) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      if (!statement.execute()) {
        return false;
      }
      try (ResultSet rows = statement.getResultSet()) {
        return rows.next() && "t".equals(rows.getString(1));
      }
    }
  }

  /** Whether nobody else takes part, nor can before {@link #letOthersIn}. */
  public synchronized boolean isAlone() {
    return alone;
  }

  /** From here on others may take part. */
  public synchronized void letOthersIn() {
    if (!alone) {
      return;
    }
    alone = false;
    Connection connection = held;
    try {
      if (connection != null) {
        ask(connection, "SELECT pg_advisory_lock_shared(" + lock + ")");
        ask(connection, "SELECT pg_advisory_unlock(" + lock + ")");
      }
    } catch (SQLException e) {
      release(); // The next beat makes it again.
    }
  }

  /** Who else takes part, in their own words; for a message. */
  public List<String> others() {
    return database.call("run", connection -> Attendance.others(connection, lock, session()));
  }

  /** The seed nodes of each of the others that is a node of a cluster, without repetitions. */
  public List<List<String>> seedsOfOthers() {
    return database.call(
        "run", connection -> Attendance.seedsOfOthers(connection, lock, pipeline, session()));
  }

  private synchronized long session() {
    return session;
  }

  /** What is written down of the run; empty where there was none. */
  public Optional<String> read() {
    return database.call(
        "run",
        connection -> {
          try (PreparedStatement select =
              connection.prepareStatement("SELECT value FROM run WHERE name = ?")) {
            select.setString(1, pipeline);
            try (ResultSet rows = select.executeQuery()) {
              return rows.next() ? Optional.of(rows.getString(1)) : Optional.<String>empty();
            }
          }
        });
  }

  /** Writes down what holds of the run from here on; durable when it returns. */
  public void write(String text) {
    database.call(
        "run",
        connection -> {
          try (PreparedStatement upsert =
              connection.prepareStatement(
                  "INSERT INTO run (name, value) VALUES (?, ?)"
                      + " ON CONFLICT (name) DO UPDATE SET value = excluded.value")) {
            upsert.setString(1, pipeline);
            upsert.setString(2, text);
            return upsert.executeUpdate();
          }
        });
  }

  private void beat() {
    try {
      while (!closed.await(BEAT.toMillis(), TimeUnit.MILLISECONDS)) {
        keep();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void keep() {
    Connection connection = held;
    boolean wasAlone = alone;
    try {
      if (connection != null && connection.isValid((int) BEAT.toSeconds())) {
        return;
      }
      take();
      if (alone && !wasAlone) {
        letOthersIn();
      }
    } catch (SQLException e) {
      LOG.debug("the run's lock is not to be had now: {}", SqlFailure.words(e));
      release();
    }
  }

  private synchronized void release() {
    Connection connection = held;
    held = null;
    if (connection != null) {
      try {
        connection.close();
      } catch (SQLException e) {
        LOG.debug("the run's connection did not close: {}", SqlFailure.words(e));
      }
    }
  }

  @Override
  public void close() {
    closed.countDown();
    release();
    database.close();
  }
}
