package io.tidemark.persistence.journal;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An ordered map of bytes that survives: the few calls the journal needs of a storage engine.
 *
 * <p>Keys are ordered as unsigned bytes. Any thread may read; one thread writes. Arrays passed in
 * are not kept once a batch is written, arrays handed out belong to the receiver. A use after
 * {@link #close()} throws {@link JournalException.Closed}; close waits for running calls, so that a
 * native engine is never entered after it is gone.
 */
interface Store extends AutoCloseable {

  /**
   * Whether others write it too. Then what was read may have changed since, and only a batch's
   * {@link Batch#replace} and {@link Batch#require} tell; else they hold by themselves.
   */
  boolean isShared();

  /** An empty batch; {@link #write} or {@link Batch#close} ends it. */
  Batch batch();

  /**
   * Writes the batch as one atom and ends it.
   *
   * @param sync whether the call returns only after the bytes are on the disk
   * @throws Conflict when something else is stored than the batch expects; nothing is changed
   * @throws StoreFailure when the engine refuses; what is stored is then unknown
   */
  void write(Batch batch, boolean sync);

  /** The value of the key, or null. */
  byte @Nullable [] read(byte[] key);

  /**
   * Shows the entries from {@code from} (inclusive) to {@code to} (exclusive) in ascending order.
   * The engine cannot be closed while a visit runs: visit few and work on them afterwards.
   */
  void scan(byte[] from, byte[] to, Visitor visitor);

  /** Shows several ranges one after the other, all as they are at one moment. */
  default void scanAtOnce(List<Range> ranges, Visitor visitor) {
    ranges.forEach(range -> scan(range.from, range.to, visitor));
  }

  @Override
  void close();

  /**
   * Keys from one to another.
   *
   * @param from inclusive
   * @param to exclusive
   */
  @SuppressWarnings("ArrayRecordComponent") // Lives for one call.
  record Range(byte[] from, byte[] to) {}

  /** Changes that become visible together. */
  interface Batch extends AutoCloseable {
    void put(byte[] key, byte[] value);

    void delete(byte[] key);

    /**
     * Puts a value in place of another. A shared store compares in the same atom.
     *
     * @param expected what must be stored until then, null for nothing
     */
    void replace(byte[] key, byte @Nullable [] expected, byte[] value);

    /** Changes nothing, but a shared store takes the batch only while this is what is stored. */
    void require(byte[] key, byte[] value);

    @Override
    void close();
  }

  /** Sees one entry after the other. */
  @FunctionalInterface
  interface Visitor {
    /** Whether to go on. */
    boolean visit(byte[] key, byte[] value);
  }

  /** Somebody else has written what a batch expected to be otherwise. */
  final class Conflict extends RuntimeException {
    private final transient List<byte[]> keys;

    Conflict(List<byte[]> keys) {
      super("something else is stored than was expected: keys=" + Keys.describe(keys));
      this.keys = List.copyOf(keys);
    }

    /** Where something else is stored; at least one. */
    List<byte[]> keys() {
      return keys;
    }
  }

  /** The engine failed or found its own bytes damaged; the message is the engine's. */
  final class StoreFailure extends RuntimeException {
    StoreFailure(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
