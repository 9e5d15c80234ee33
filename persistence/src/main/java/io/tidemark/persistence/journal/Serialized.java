package io.tidemark.persistence.journal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * An object as its Pekko serializer wrote it.
 *
 * @param bytes not copied; nobody changes them
 */
@SuppressWarnings("ArrayRecordComponent") // One owner at a time, and copies would cost a write.
record Serialized(int serializerId, String manifest, byte[] bytes) {

  /** Writes itself into a record of the store. */
  Encoded encoded() {
    return new Encoded(this, manifest.getBytes(StandardCharsets.UTF_8));
  }

  static Serialized decode(ByteBuffer in) {
    int serializerId = in.getInt();
    String manifest = text(in);
    byte[] bytes = new byte[in.getInt()];
    in.get(bytes);
    return new Serialized(serializerId, manifest, bytes);
  }

  static void putText(ByteBuffer out, byte[] text) {
    out.putInt(text.length).put(text);
  }

  static String text(ByteBuffer in) {
    byte[] text = new byte[in.getInt()];
    in.get(text);
    return new String(text, StandardCharsets.UTF_8);
  }

  /** Knows its length before it is written. */
  @SuppressWarnings("ArrayRecordComponent") // Lives for one encoding.
  record Encoded(Serialized value, byte[] manifest) {
    int length() {
      return 3 * Integer.BYTES + manifest.length + value.bytes.length;
    }

    void putInto(ByteBuffer out) {
      out.putInt(value.serializerId);
      putText(out, manifest);
      out.putInt(value.bytes.length).put(value.bytes);
    }
  }
}
