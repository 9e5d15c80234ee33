package io.tidemark.core.codec;

import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Gathers bytes in memory; the same bytes as a {@link DataOutputStream} over a growing array, which
 * takes a lock for each byte. Not thread-safe.
 */
public final class ByteSink extends OutputStream implements DataOutput {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private byte[] bytes;
  private int size;

  /** Nothing gathered, with room for so many bytes at first. */
  public ByteSink(int capacity) {
    bytes = new byte[capacity];
  }

  /** How many bytes are gathered. */
  public int size() {
    return size;
  }

  /** The {@link Hash64} of the bytes gathered since there were so many. */
  public long hash(int from, long seed) {
    return Hash64.of(bytes, from, size, seed);
  }

  /** Forgets what is gathered; the room stays. */
  public void clear() {
    size = 0;
  }

  byte[] toByteArray() {
    return Arrays.copyOf(bytes, size);
  }

  /** Makes room; where it begins. */
  private int take(int count) {
    int at = size;
    int needed = Math.addExact(at, count);
    if (needed > bytes.length) {
      bytes =
          Arrays.copyOf(bytes, Math.max(needed, (int) Math.min(2L * at, Integer.MAX_VALUE - 8)));
    }
    size = needed;
    return at;
  }

  @Override
  public void write(int b) {
    int at = take(1);
    bytes[at] = (byte) b;
  }

  @Override
  public void write(byte[] from) {
    write(from, 0, from.length);
  }

  @Override
  public void write(byte[] from, int offset, int length) {
    int at = take(length);
    System.arraycopy(from, offset, bytes, at, length);
  }

  @Override
  public void writeBoolean(boolean value) {
    write(value ? 1 : 0);
  }

  @Override
  public void writeByte(int value) {
    write(value);
  }

  @Override
  public void writeShort(int value) {
    write(value >>> 8);
    write(value);
  }

  @Override
  public void writeChar(int value) {
    writeShort(value);
  }

  @Override
  public void writeInt(int value) {
    int at = take(Integer.BYTES);
    INTS.set(bytes, at, value);
  }

  @Override
  public void writeLong(long value) {
    int at = take(Long.BYTES);
    LONGS.set(bytes, at, value);
  }

  @Override
  public void writeFloat(float value) {
    writeInt(Float.floatToIntBits(value));
  }

  @Override
  public void writeDouble(double value) {
    writeLong(Double.doubleToLongBits(value));
  }

  @Override
  public void writeBytes(String value) throws IOException {
    new DataOutputStream(this).writeBytes(value);
  }

  @Override
  public void writeChars(String value) throws IOException {
    new DataOutputStream(this).writeChars(value);
  }

  @Override
  public void writeUTF(String value) throws IOException {
    new DataOutputStream(this).writeUTF(value);
  }
}
