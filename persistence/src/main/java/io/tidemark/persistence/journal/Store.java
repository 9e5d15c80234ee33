package io.tidemark.persistence.journal;

import org.jspecify.annotations.Nullable;

/**
 * An ordered map of bytes that survives: the few calls the journal needs of a storage engine.
 *
 * <p>Keys are ordered as unsigned bytes. Any thread may read; one thread writes. Arrays passed in
 * are not kept once a call has returned, arrays handed out belong to the receiver. A use after
 * {@link #close()} throws {@link JournalException.Closed}; close waits for running calls, so that a
 * native engine is never entered after it is gone.
 */
interface Store extends AutoCloseable {

  /** An empty batch; {@link #write} or {@link Batch#close} ends it. */
  Batch batch();

  /**
   * Writes the batch as one atom and ends it.
   *
   * @param sync whether the call returns only after the bytes are on the disk
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

  @Override
  void close();

  /** Changes that become visible together. */
  interface Batch extends AutoCloseable {
    void put(byte[] key, byte[] value);

    void delete(byte[] key);

    @Override
    void close();
  }

  /** Sees one entry after the other. */
  @FunctionalInterface
  interface Visitor {
    /** Whether to go on. */
    boolean visit(byte[] key, byte[] value);
  }

  /** The engine failed or found its own bytes damaged; the message is the engine's. */
  final class StoreFailure extends RuntimeException {
    StoreFailure(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
