package io.tidemark.persistence.journal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * A store that lives as long as the object: for tests, and for pipelines that give up durability. A
 * shared one compares what batches expect, so that several ledgers may write it.
 */
final class MemoryStore implements Store {
  private final NavigableMap<byte[], byte[]> entries = new TreeMap<>(Arrays::compareUnsigned);
  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private final boolean shared;
  private boolean closed;

  MemoryStore() {
    this(false);
  }

  MemoryStore(boolean shared) {
    this.shared = shared;
  }

  @Override
  public boolean isShared() {
    return shared;
  }

  @Override
  public Batch batch() {
    return new Changes();
  }

  @Override
  public void write(Batch batch, boolean sync) {
    lock.writeLock().lock();
    try (batch) {
      checkOpen();
      Changes changes = (Changes) batch;
      if (shared) {
        checkExpected(changes);
      }
      for (Change change : changes.list) {
        if (change.value == null) {
          entries.remove(change.key);
        } else {
          entries.put(change.key, change.value);
        }
      }
    } finally {
      lock.writeLock().unlock();
    }
  }

  private void checkExpected(Changes changes) {
    List<byte[]> others = new ArrayList<>();
    for (Change expected : changes.expected) {
      if (!Arrays.equals(entries.get(expected.key), expected.value)) {
        others.add(expected.key);
      }
    }
    if (!others.isEmpty()) {
      throw new Conflict(others);
    }
  }

  @Override
  public byte @Nullable [] read(byte[] key) {
    lock.readLock().lock();
    try {
      checkOpen();
      byte[] value = entries.get(key);
      return value == null ? null : value.clone();
    } finally {
      lock.readLock().unlock();
    }
  }

  @Override
  public void scan(byte[] from, byte[] to, Visitor visitor) {
    lock.readLock().lock();
    try {
      checkOpen();
      for (Map.Entry<byte[], byte[]> entry : entries.subMap(from, to).entrySet()) {
        if (!visitor.visit(entry.getKey().clone(), entry.getValue().clone())) {
          return;
        }
      }
    } finally {
      lock.readLock().unlock();
    }
  }

  @Override
  public void scanAtOnce(List<Range> ranges, Visitor visitor) {
    lock.readLock().lock();
    try {
      Store.super.scanAtOnce(ranges, visitor);
    } finally {
      lock.readLock().unlock();
    }
  }

  @Override
  public void close() {
    lock.writeLock().lock();
    try {
      closed = true;
    } finally {
      lock.writeLock().unlock();
    }
  }

  private void checkOpen() {
    if (closed) {
      throw new JournalException.Closed("in memory");
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // Copied on the way in.
  private record Change(byte[] key, byte @Nullable [] value) {}

  private static final class Changes implements Batch {
    private final List<Change> list = new ArrayList<>();
    private final List<Change> expected = new ArrayList<>();

    @Override
    public void put(byte[] key, byte[] value) {
      list.add(new Change(key.clone(), value.clone()));
    }

    @Override
    public void delete(byte[] key) {
      list.add(new Change(key.clone(), null));
    }

    @Override
    public void replace(byte[] key, byte @Nullable [] old, byte[] value) {
      expected.add(new Change(key.clone(), old == null ? null : old.clone()));
      put(key, value);
    }

    @Override
    public void require(byte[] key, byte[] value) {
      expected.add(new Change(key.clone(), value.clone()));
    }

    @Override
    public void close() {
      expected.clear();
      list.clear();
    }
  }
}
