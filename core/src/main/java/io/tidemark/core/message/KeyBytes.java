package io.tidemark.core.message;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** A key as its codec wrote it: the identity of a substream, comparable on every node. */
public final class KeyBytes implements Comparable<KeyBytes> {
  private final byte[] bytes;
  private final int hash;

  /** The key, once somebody has asked for it; keys are immutable, so any thread may set it. */
  private @Nullable Object key;

  private KeyBytes(byte[] bytes) {
    this.bytes = bytes;
    this.hash = hash(bytes);
  }

  /**
   * A prime beyond any byte as the factor: with 31, as in {@link Arrays#hashCode}, 10 000 numbers
   * as keys share 1 400 hash codes.
   */
  private static int hash(byte[] bytes) {
    int hash = 1;
    for (byte b : bytes) {
      hash = hash * 0x01000193 + (b & 0xff);
    }
    return hash;
  }

  /** The key's bytes. */
  public static <K> KeyBytes of(K key, Codec<K> codec) {
    return new KeyBytes(Bytes.write(out -> codec.write(key, out)));
  }

  /** The key that {@link #token} named. */
  public static KeyBytes fromToken(String token) {
    return new KeyBytes(Base64.getUrlDecoder().decode(token));
  }

  /** Reads what {@link #write} wrote. */
  public static KeyBytes read(DataInput in) throws IOException {
    return new KeyBytes(Bytes.readBytes(in));
  }

  /** Writes the bytes with their length. */
  public void write(DataOutput out) throws IOException {
    Bytes.writeBytes(bytes, out);
  }

  /** The key that the codec makes of the bytes; the same codec each time. */
  @SuppressWarnings("unchecked")
  public <K> K decode(Codec<K> codec) {
    Object known = key;
    if (known == null) {
      known = Bytes.read(bytes, codec::read);
      key = known;
    }
    return (K) known;
  }

  /** The bytes as text without slashes, usable in a name. */
  public String token() {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  @Override
  public int compareTo(KeyBytes other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof KeyBytes key && Arrays.equals(bytes, key.bytes);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return token();
  }
}
