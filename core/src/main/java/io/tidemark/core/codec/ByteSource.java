package io.tidemark.core.codec;

import java.io.DataInput;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Reads bytes in memory; the same values as a {@link DataInputStream} over them, which allocates
 * buffers for strings that nobody reads, and takes a lock for each byte. Not thread-safe.
 */
final class ByteSource extends InputStream implements DataInput {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private final byte[] bytes;
  private int next;

  ByteSource(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Passes over so many bytes; where they begin. */
  private int take(int count) throws EOFException {
    if (count > bytes.length - next) {
      throw new EOFException(
          "the bytes end early: expected="
              + count
              + " more at "
              + next
              + ", actual="
              + (bytes.length - next));
    }
    int at = next;
    next += count;
    return at;
  }

  @Override
  public int read() {
    return next < bytes.length ? bytes[next++] & 0xff : -1;
  }

  @Override
  public int read(byte[] to, int offset, int length) {
    int count = Math.min(length, bytes.length - next);
    if (count == 0 && length > 0) {
      return -1;
    }
    System.arraycopy(bytes, next, to, offset, count);
    next += count;
    return count;
  }

  @Override
  public int available() {
    return bytes.length - next;
  }

  @Override
  public void readFully(byte[] to) throws EOFException {
    readFully(to, 0, to.length);
  }

  @Override
  public void readFully(byte[] to, int offset, int length) throws EOFException {
    System.arraycopy(bytes, take(length), to, offset, length);
  }

  @Override
  public int skipBytes(int count) {
    int skipped = Math.max(0, Math.min(count, bytes.length - next));
    next += skipped;
    return skipped;
  }

  @Override
  public boolean readBoolean() throws EOFException {
    return readByte() != 0;
  }

  @Override
  public byte readByte() throws EOFException {
    return bytes[take(1)];
  }

  @Override
  public int readUnsignedByte() throws EOFException {
    return readByte() & 0xff;
  }

  @Override
  public short readShort() throws EOFException {
    return (short) readUnsignedShort();
  }

  @Override
  public int readUnsignedShort() throws EOFException {
    int at = take(Short.BYTES);
    return (bytes[at] & 0xff) << 8 | (bytes[at + 1] & 0xff);
  }

  @Override
  public char readChar() throws EOFException {
    return (char) readUnsignedShort();
  }

  @Override
  public int readInt() throws EOFException {
    return (int) INTS.get(bytes, take(Integer.BYTES));
  }

  @Override
  public long readLong() throws EOFException {
    return (long) LONGS.get(bytes, take(Long.BYTES));
  }

  @Override
  public float readFloat() throws EOFException {
    return Float.intBitsToFloat(readInt());
  }

  @Override
  public double readDouble() throws EOFException {
    return Double.longBitsToDouble(readLong());
  }

  @Override
  public String readLine() throws IOException {
    throw new IOException("lines are not read from memory; read a string");
  }

  @Override
  public String readUTF() throws IOException {
    return DataInputStream.readUTF(this);
  }
}
