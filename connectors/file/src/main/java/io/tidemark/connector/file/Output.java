package io.tidemark.connector.file;

import java.io.Closeable;
import java.io.IOException;

/** Bytes that are appended somewhere. Not thread-safe. */
interface Output extends Closeable {
  /**
   * Opens the output at a length and cuts what lies beyond.
   *
   * @return whether it is empty
   */
  boolean restore(long length) throws IOException;

  /** Appends the bytes; returns the length afterwards. */
  long append(byte[] bytes) throws IOException;

  /** Makes durable what was appended. */
  void sync() throws IOException;

  /** The length, in bytes. */
  long length();
}
