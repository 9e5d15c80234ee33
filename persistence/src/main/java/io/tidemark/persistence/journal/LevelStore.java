package io.tidemark.persistence.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.iq80.leveldb.CompressionType;
import org.iq80.leveldb.DB;
import org.iq80.leveldb.DBException;
import org.iq80.leveldb.DBFactory;
import org.iq80.leveldb.DBIterator;
import org.iq80.leveldb.Options;
import org.iq80.leveldb.ReadOptions;
import org.iq80.leveldb.WriteBatch;
import org.iq80.leveldb.WriteOptions;
import org.jspecify.annotations.Nullable;

/**
 * LevelDB, native or in pure Java: both speak the same Java interface and the same file format.
 *
 * <p>Paranoid checks are on, so that damaged blocks are not compacted into sound ones; alone they
 * would refuse what an honest kill -9 leaves now and then, so {@link LevelDirectory} removes that
 * first. Checksums are verified on every read.
 *
 * <p>A call into a closed native engine would end the JVM, so calls hold a read lock and {@link
 * #close()} the write lock.
 */
final class LevelStore implements Store {
  /**
   * Bytes in memory before a table is written. More than LevelDB's 4 MB, since fewer and larger
   * tables need less compaction, which competes with the entities for the same cores; at most twice
   * this is read again after a kill.
   */
  static final int WRITE_BUFFER_BYTES = 16 << 20;

  private static final long BLOCK_CACHE_BYTES = 32L << 20;

  private final DB db;
  private final String name;
  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private boolean closed;

  private LevelStore(DB db, Path directory) {
    this.db = db;
    this.name = directory.toString();
  }

  static LevelStore open(DBFactory factory, Path directory) {
    Options options =
        new Options()
            .createIfMissing(true)
            .paranoidChecks(true)
            .verifyChecksums(true)
            .compressionType(CompressionType.NONE)
            .cacheSize(BLOCK_CACHE_BYTES)
            .writeBufferSize(WRITE_BUFFER_BYTES);
    try {
      return new LevelStore(factory.open(directory.toFile(), options), directory);
    } catch (IOException | RuntimeException e) {
      throw new StoreFailure(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public boolean isShared() {
    return false;
  }

  @Override
  public Batch batch() {
    return new Changes(db.createWriteBatch());
  }

  @Override
  public void write(Batch batch, boolean sync) {
    lock.readLock().lock();
    try (batch) {
      checkOpen();
      db.write(((Changes) batch).batch, new WriteOptions().sync(sync));
    } catch (DBException e) {
      throw failure(e);
    } finally {
      lock.readLock().unlock();
    }
  }

  @Override
  public byte @Nullable [] read(byte[] key) {
    lock.readLock().lock();
    try {
      checkOpen();
      return get(key);
    } finally {
      lock.readLock().unlock();
    }
  }

  /** Both engines fail in many ways on bytes they did not expect; all of them mean damage. */
  private byte @Nullable [] get(byte[] key) {
    try {
      return db.get(key, new ReadOptions().verifyChecksums(true));
    } catch (RuntimeException e) {
      throw failure(e);
    }
  }

  @Override
  public void scan(byte[] from, byte[] to, Visitor visitor) {
    lock.readLock().lock();
    try {
      checkOpen();
      try (DBIterator entries = iterator()) {
        visit(entries, from, to, visitor);
      }
    } catch (IOException e) {
      throw new StoreFailure(String.valueOf(e.getMessage()), e);
    } finally {
      lock.readLock().unlock();
    }
  }

  private DBIterator iterator() {
    try {
      return db.iterator(new ReadOptions().verifyChecksums(true));
    } catch (RuntimeException e) {
      throw failure(e);
    }
  }

  private static void visit(DBIterator entries, byte[] from, byte[] to, Visitor visitor) {
    boolean more = true;
    Map.Entry<byte[], byte[]> entry = first(entries, from);
    while (more && entry != null && Arrays.compareUnsigned(entry.getKey(), to) < 0) {
      more = visitor.visit(entry.getKey(), entry.getValue());
      if (more) {
        entry = next(entries);
      }
    }
  }

  private static Map.@Nullable Entry<byte[], byte[]> first(DBIterator entries, byte[] from) {
    try {
      entries.seek(from);
    } catch (RuntimeException e) {
      throw failure(e);
    }
    return next(entries);
  }

  private static Map.@Nullable Entry<byte[], byte[]> next(DBIterator entries) {
    try {
      return entries.hasNext() ? entries.next() : null;
    } catch (RuntimeException e) {
      throw failure(e);
    }
  }

  /** The engines wrap some of their failures; their own words are in the cause. */
  private static StoreFailure failure(RuntimeException e) {
    Throwable cause = e.getCause() == null ? e : e.getCause();
    return new StoreFailure(String.valueOf(cause.getMessage()), e);
  }

  @Override
  public void close() {
    lock.writeLock().lock();
    try {
      if (!closed) {
        closed = true;
        db.close();
      }
    } catch (IOException e) {
      throw new StoreFailure(String.valueOf(e.getMessage()), e);
    } finally {
      lock.writeLock().unlock();
    }
  }

  private void checkOpen() {
    if (closed) {
      throw new JournalException.Closed("directory=" + name);
    }
  }

  private static final class Changes implements Batch {
    private final WriteBatch batch;

    Changes(WriteBatch batch) {
      this.batch = batch;
    }

    @Override
    public void put(byte[] key, byte[] value) {
      batch.put(key, value);
    }

    @Override
    public void delete(byte[] key) {
      batch.delete(key);
    }

    /** Nobody else writes the directory. */
    @Override
    public void replace(byte[] key, byte @Nullable [] expected, byte[] value) {
      put(key, value);
    }

    @Override
    public void require(byte[] key, byte[] value) {}

    @Override
    public void close() {
      try {
        batch.close();
      } catch (IOException e) {
        throw new StoreFailure(String.valueOf(e.getMessage()), e);
      }
    }
  }
}
