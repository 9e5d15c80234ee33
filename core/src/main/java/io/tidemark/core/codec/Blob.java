package io.tidemark.core.codec;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Bytes as a value: compared by content, never changed. */
public final class Blob {
  /** No byte. */
  public static final Blob EMPTY = new Blob(new byte[0]);

  private final byte[] bytes;

  private Blob(byte[] bytes) {
    this.bytes = bytes;
  }

  /** What the writing produces. */
  public static Blob of(Bytes.Writing writing) {
    return new Blob(Bytes.write(writing));
  }

  /** What is gathered. */
  public static Blob of(ByteSink gathered) {
    return new Blob(gathered.toByteArray());
  }

  /** Reads what {@link #write} wrote. */
  public static Blob read(DataInput in) throws IOException {
    return new Blob(Bytes.readBytes(in));
  }

  /** Writes length and bytes. */
  public void write(DataOutput out) throws IOException {
    Bytes.writeBytes(bytes, out);
  }

  /** What the reading makes of the bytes. */
  public <T> T decode(Bytes.Reading<T> reading) {
    return Bytes.read(bytes, reading);
  }

  /** How many bytes. */
  public int size() {
    return bytes.length;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Blob blob && Arrays.equals(bytes, blob.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return bytes.length + " bytes";
  }
}
