package io.tidemark.persistence.journal;

import com.typesafe.config.Config;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How a journal is kept. {@code reference.conf} gives the reason of each default.
 *
 * @param fsync whether a commit is on the disk before it is acknowledged; without it a loss of
 *     power can lose acknowledged writes, or leave a directory that is refused
 * @param queueWrites writes waiting at most; one more fails
 * @param queueBytes bytes waiting at most; a write beyond fails
 * @param commitBytes about the largest group commit, in bytes
 * @param diskReserveBytes what must stay free on the disk
 * @param historyBytes how many bytes of events stay for a replay that no recovery needs
 * @param cachedHeads entities whose head is kept in memory
 * @param engine which LevelDB
 * @param postgres the database in which a journal is kept that several nodes share; null for one in
 *     a directory. Then the settings of a directory ({@code fsync}, {@code diskReserveBytes},
 *     {@code engine}) have no effect: a commit in the database is always on its disk
 */
public record JournalSettings(
    boolean fsync,
    int queueWrites,
    long queueBytes,
    int commitBytes,
    long diskReserveBytes,
    long historyBytes,
    int cachedHeads,
    Engine engine,
    @Nullable PostgresSettings postgres) {

  public JournalSettings {
    checkPositive("queue", queueWrites);
    checkPositive("queue-bytes", queueBytes);
    checkPositive("commit-bytes", commitBytes);
    checkPositive("cached-heads", cachedHeads);
    checkBytes("disk-reserve", diskReserveBytes);
    checkBytes("history", historyBytes);
  }

  /** The settings that {@code reference.conf} ships. */
  public static JournalSettings defaults() {
    return new JournalSettings(
        true,
        200_000,
        128L << 20,
        4 << 20,
        256_000_000,
        1_000_000_000,
        200_000,
        Engine.NATIVE,
        null);
  }

  /** Reads the section {@code tidemark.journal}. */
  static JournalSettings from(Config journal) {
    return new JournalSettings(
        journal.getBoolean("fsync"),
        journal.getInt("queue"),
        journal.getBytes("queue-bytes"),
        Math.toIntExact(journal.getBytes("commit-bytes")),
        journal.getBytes("disk-reserve"),
        journal.getBytes("history"),
        journal.getInt("cached-heads"),
        Engine.valueOf(journal.getString("engine").toUpperCase(Locale.ROOT)),
        null);
  }

  public JournalSettings withFsync(boolean newFsync) {
    return new JournalSettings(
        newFsync,
        queueWrites,
        queueBytes,
        commitBytes,
        diskReserveBytes,
        historyBytes,
        cachedHeads,
        engine,
        postgres);
  }

  public JournalSettings withQueue(int newQueueWrites, long newQueueBytes) {
    return new JournalSettings(
        fsync,
        newQueueWrites,
        newQueueBytes,
        commitBytes,
        diskReserveBytes,
        historyBytes,
        cachedHeads,
        engine,
        postgres);
  }

  public JournalSettings withCommitBytes(int newCommitBytes) {
    return new JournalSettings(
        fsync,
        queueWrites,
        queueBytes,
        newCommitBytes,
        diskReserveBytes,
        historyBytes,
        cachedHeads,
        engine,
        postgres);
  }

  public JournalSettings withDiskReserve(long newDiskReserveBytes) {
    return new JournalSettings(
        fsync,
        queueWrites,
        queueBytes,
        commitBytes,
        newDiskReserveBytes,
        historyBytes,
        cachedHeads,
        engine,
        postgres);
  }

  public JournalSettings withHistory(long newHistoryBytes) {
    return new JournalSettings(
        fsync,
        queueWrites,
        queueBytes,
        commitBytes,
        diskReserveBytes,
        newHistoryBytes,
        cachedHeads,
        engine,
        postgres);
  }

  public JournalSettings withCachedHeads(int newCachedHeads) {
    return new JournalSettings(
        fsync,
        queueWrites,
        queueBytes,
        commitBytes,
        diskReserveBytes,
        historyBytes,
        newCachedHeads,
        engine,
        postgres);
  }

  public JournalSettings withEngine(Engine newEngine) {
    return new JournalSettings(
        fsync,
        queueWrites,
        queueBytes,
        commitBytes,
        diskReserveBytes,
        historyBytes,
        cachedHeads,
        newEngine,
        postgres);
  }

  /** Kept in a database that several nodes share. */
  public JournalSettings withPostgres(PostgresSettings newPostgres) {
    return new JournalSettings(
        fsync,
        queueWrites,
        queueBytes,
        commitBytes,
        diskReserveBytes,
        historyBytes,
        cachedHeads,
        engine,
        newPostgres);
  }

  private static void checkBytes(String name, long value) {
    if (value < 0) {
      throw new IllegalArgumentException(
          "journal setting is out of range: %s=%d, allowed: 0 or more bytes"
              .formatted(name, value));
    }
  }

  private static void checkPositive(String name, long value) {
    if (value <= 0) {
      throw new IllegalArgumentException(
          "journal setting is out of range: %s=%d, allowed: 1 or more".formatted(name, value));
    }
  }
}
