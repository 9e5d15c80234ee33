package io.tidemark.core.codec;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Byte arrays written and read through {@link DataOutput} and {@link DataInput}, in memory. */
public final class Bytes {
  private Bytes() {}

  /** Something that writes. */
  @FunctionalInterface
  public interface Writing {
    /** Writes to the output. */
    void to(DataOutput out) throws IOException;
  }

  /** Something that reads. */
  @FunctionalInterface
  public interface Reading<T> {
    /** Reads from the input. */
    T from(DataInput in) throws IOException;
  }

  /** The bytes that the writing produces. */
  public static byte[] write(Writing writing) {
    ByteSink bytes = new ByteSink(64);
    try {
      writing.to(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /**
   * What the reading makes of the bytes.
   *
   * @throws UncheckedIOException when the bytes end early or are not of the expected form
   */
  public static <T> T read(byte[] bytes, Reading<T> reading) {
    try {
      return reading.from(new ByteSource(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes a non-negative number in 7-bit groups, low group first: one byte up to 127. */
  public static void writeVarLong(long value, DataOutput out) throws IOException {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      out.writeByte((int) (rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    out.writeByte((int) rest);
  }

  /** Reads what {@link #writeVarLong} wrote. */
  public static long readVarLong(DataInput in) throws IOException {
    long value = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      byte group = in.readByte();
      value |= (long) (group & 0x7F) << shift;
      if (group >= 0) {
        return value;
      }
    }
    throw new IOException("a number is longer than ten bytes");
  }

  /** Writes a non-negative {@code int} as {@link #writeVarLong} does. */
  public static void writeVarInt(int value, DataOutput out) throws IOException {
    writeVarLong(value, out);
  }

  /** Reads what {@link #writeVarInt} wrote. */
  public static int readVarInt(DataInput in) throws IOException {
    return Math.toIntExact(readVarLong(in));
  }

  /**
   * Reads how many things follow, of which each takes a byte at least: so that bytes which are not
   * what they seem cannot ask for more memory than they are worth.
   */
  public static int readCount(DataInput in) throws IOException {
    int count = readVarInt(in);
    if (in instanceof ByteSource source && count > source.available()) {
      throw new EOFException(
          "the bytes end early: expected=%d more, actual=%d".formatted(count, source.available()));
    }
    return count;
  }

  /** Writes a length and the bytes. */
  public static void writeBytes(byte[] bytes, DataOutput out) throws IOException {
    writeVarInt(bytes.length, out);
    out.write(bytes);
  }

  /** Reads what {@link #writeBytes} wrote. */
  public static byte[] readBytes(DataInput in) throws IOException {
    byte[] bytes = new byte[readCount(in)];
    in.readFully(bytes);
    return bytes;
  }

  /** Writes a string of any length as UTF-8. */
  public static void writeString(String value, DataOutput out) throws IOException {
    writeBytes(value.getBytes(StandardCharsets.UTF_8), out);
  }

  /** Reads what {@link #writeString} wrote. */
  public static String readString(DataInput in) throws IOException {
    return new String(readBytes(in), StandardCharsets.UTF_8);
  }
}
