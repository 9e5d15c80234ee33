package io.tidemark.connector.file;

/**
 * What bounds a reader's memory.
 *
 * @param maxRecordBytes the longest record, its line end aside, in bytes; from 16 B to 1 GiB
 * @param readBufferBytes how much is read at once, in bytes; from 16 B to 1 GiB
 */
record ReadLimits(int maxRecordBytes, int readBufferBytes) {
  private static final int LEAST = 16;
  private static final int MOST = 1 << 30;

  ReadLimits {
    check("max record size", maxRecordBytes);
    check("read buffer", readBufferBytes);
  }

  private static void check(String what, int bytes) {
    if (bytes < LEAST || bytes > MOST) {
      throw new IllegalArgumentException(
          what
              + " is out of range: expected="
              + LEAST
              + " to "
              + MOST
              + ", actual="
              + bytes
              + " (bytes)");
    }
  }
}
