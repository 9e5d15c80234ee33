package io.tidemark.persistence.journal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An open journal: the store of one directory, one in a database that others share, or one in
 * memory, and the thread that writes it.
 *
 * <p>Opened before the actor system, so that a directory that is held or damaged is refused at once
 * and with its reason, and handed to the Pekko plugins by {@link JournalSetup}. It may serve
 * several actor systems of one process. Close it after they have ended.
 */
public final class Journal implements AutoCloseable {
  private final Damage damage;
  private final Store store;
  private final CommitWriter writer;
  private final @Nullable Owner owner;

  private Journal(Damage damage, Store store, CommitWriter writer, @Nullable Owner owner) {
    this.damage = damage;
    this.store = store;
    this.writer = writer;
    this.owner = owner;
  }

  /**
   * Opens the journal that the settings name: the one in their database, else the one in the
   * directory; makes a directory and the journal in it if need be. Takes two microseconds per
   * entity, and the reading of at most two write-ahead logs.
   *
   * @param directory is neither made nor used where the journal is in a database
   * @throws JournalException.Held if another process holds the directory, after two seconds
   * @throws JournalException.Damaged if something acknowledged is missing
   * @throws JournalException.Failed if the database cannot be used, after {@link
   *     PostgresSettings#patience}, or at once where waiting does not help: no schema, one of
   *     another version, a wrong password
   */
  public static Journal open(Path directory, JournalSettings settings) {
    PostgresSettings postgres = settings.postgres();
    return postgres == null ? openDirectory(directory, settings) : open(postgres, settings);
  }

  /**
   * Opens the journal in the database, which any number of processes may do at a time. Reads all
   * heads and fences once, about two microseconds each; writes nothing before its first commit.
   *
   * @throws JournalException.Damaged if something acknowledged is missing
   * @throws JournalException.Failed as {@link #open(Path, JournalSettings)}
   */
  public static Journal open(PostgresSettings postgres, JournalSettings settings) {
    Damage damage = Damage.ofDatabase(postgres.url());
    PostgresDatabase database = new PostgresDatabase(postgres);
    try {
      PostgresSchema.check(database);
      Store store = new PostgresStore(database);
      Writers writers = Writers.verify(store, damage);
      new PostgresWriters(database).fold();
      Ledger ledger = Ledger.shared(store, damage, writers.history(), settings);
      return start(damage, store, ledger, new NoDisk(), settings, null);
    } catch (Store.StoreFailure e) {
      database.close();
      throw damage.ofCommits("a table cannot be read: found=" + e.getMessage());
    } catch (Throwable e) {
      database.close();
      throw e;
    }
  }

  /**
   * Deletes all that a shared journal has of a pipeline, for a run that starts anew; nothing where
   * the journal is in a directory, which is deleted as a whole.
   *
   * @throws JournalException.Failed as {@link #open(Path, JournalSettings)}
   */
  public static void discard(JournalSettings settings, String pipeline) {
    PostgresSettings postgres = settings.postgres();
    if (postgres != null) {
      try (PostgresDatabase database = new PostgresDatabase(postgres)) {
        PostgresSchema.check(database);
        new PostgresWriters(database).discard(pipeline + "/");
      }
    }
  }

  /**
   * Opens the journal in the directory; makes both if need be. Takes two microseconds per entity,
   * and the reading of at most two write-ahead logs.
   *
   * @throws JournalException.Held if another process holds it, after two seconds
   * @throws JournalException.Damaged if something acknowledged is missing
   */
  private static Journal openDirectory(Path directory, JournalSettings settings) {
    Path absolute = directory.toAbsolutePath().normalize();
    try {
      Files.createDirectories(absolute);
      Owner owner = Owner.claim(absolute);
      try {
        return open(absolute, settings, owner);
      } catch (Throwable e) {
        owner.close();
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Journal open(Path directory, JournalSettings settings, Owner owner)
      throws IOException {
    Damage damage = new Damage(directory.toString(), new DamagedTables(directory));
    Optional<Mark.Position> mark = Mark.read(directory, damage);
    LevelDirectory files = new LevelDirectory(directory, damage);
    files.check(mark);
    DiskReserve.checkOpening(directory, files.logBytes());
    Store store = openStore(directory, settings, damage);
    try {
      CommitChain chain = CommitChain.verify(store, mark, damage);
      if (mark.isEmpty() && chain.last().number() > 0) {
        // The mark is made before the first commit, so it was there.
        throw damage.ofFile(
            Mark.FILE, "found=no such file, but %d commits".formatted(chain.last().number()));
      }
      Mark newMark = Mark.open(directory, Mark.Position.of(chain.last()));
      CommitWriter.Disk disk =
          new MarkedDisk(newMark, new DiskReserve(directory, settings.diskReserveBytes()));
      return start(damage, store, chain, disk, settings, owner);
    } catch (Throwable e) {
      store.close();
      throw e;
    }
  }

  private static Store openStore(Path directory, JournalSettings settings, Damage damage) {
    try {
      return settings.engine().open(directory);
    } catch (Store.StoreFailure e) {
      throw damage.ofCommits("LevelDB does not open it: found=" + e.getMessage());
    }
  }

  /** A journal that is gone with the object: no disk, no fsync, the same rules. */
  public static Journal inMemory(JournalSettings settings) {
    Store store = new MemoryStore();
    Damage damage = Damage.inMemory();
    CommitChain chain = CommitChain.verify(store, Optional.empty(), damage);
    return start(damage, store, chain, new NoDisk(), settings, null);
  }

  private static Journal start(
      Damage damage,
      Store store,
      CommitChain chain,
      CommitWriter.Disk disk,
      JournalSettings settings,
      @Nullable Owner owner) {
    return start(damage, store, new Ledger(store, damage, chain, settings), disk, settings, owner);
  }

  private static Journal start(
      Damage damage,
      Store store,
      Ledger ledger,
      CommitWriter.Disk disk,
      JournalSettings settings,
      @Nullable Owner owner) {
    CommitWriter writer = new CommitWriter(ledger, disk, settings, damage.subject());
    writer.start();
    return new Journal(damage, store, writer, owner);
  }

  /** The directory, the URL of the database, or that it is in memory. */
  public String place() {
    return damage.place();
  }

  CommitWriter writer() {
    return writer;
  }

  Store store() {
    return store;
  }

  Damage damage() {
    return damage;
  }

  /**
   * Writes what is queued, waits for running reads, and gives the directory back. Later uses throw
   * {@link JournalException.Closed}; closing again does nothing.
   */
  @Override
  public synchronized void close() {
    writer.close();
    store.close();
    if (owner != null) {
      try {
        owner.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** The mark and the reserve of a directory. */
  private record MarkedDisk(Mark mark, DiskReserve reserve) implements CommitWriter.Disk {
    @Override
    public void checkRoom(int bytes) {
      reserve.check(bytes);
    }

    @Override
    public void committed(Commit commit) throws IOException {
      mark.advance(Mark.Position.of(commit));
    }

    @Override
    public void close() throws IOException {
      mark.close();
    }
  }

  private record NoDisk() implements CommitWriter.Disk {
    @Override
    public void checkRoom(int bytes) {}

    @Override
    public void committed(Commit commit) {}

    @Override
    public void close() {}
  }
}
