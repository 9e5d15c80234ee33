package io.tidemark.persistence.journal;

import io.tidemark.core.codec.Hash64;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * One event as it lies in the store: eight bytes of link, then the body that the link is the hash
 * of. The body is made on the plugin's thread; only the link depends on the order of the writes and
 * is filled in by the writer.
 *
 * @param timestampMillis since 1970, as Pekko told it
 * @param writer the incarnation that wrote it: Pekko's writerUuid
 * @param adapterManifest of the event adapter, empty without one
 * @param metadata of replicated entities, else null
 */
record EventRecord(
    long timestampMillis,
    String writer,
    String adapterManifest,
    Serialized payload,
    @Nullable Serialized metadata) {
  private static final byte FORMAT = 1;
  private static final byte FORMAT_WITH_METADATA = 2;

  byte[] encode() {
    byte[] writerBytes = writer.getBytes(StandardCharsets.UTF_8);
    byte[] adapterBytes = adapterManifest.getBytes(StandardCharsets.UTF_8);
    Serialized.Encoded event = payload.encoded();
    Serialized.Encoded extra = metadata == null ? null : metadata.encoded();
    ByteBuffer out =
        ByteBuffer.allocate(
            2 * Long.BYTES
                + 1
                + 2 * Integer.BYTES
                + writerBytes.length
                + adapterBytes.length
                + event.length()
                + (extra == null ? 0 : extra.length()));
    out.putLong(0).put(extra == null ? FORMAT : FORMAT_WITH_METADATA).putLong(timestampMillis);
    Serialized.putText(out, writerBytes);
    Serialized.putText(out, adapterBytes);
    event.putInto(out);
    if (extra != null) {
      extra.putInto(out);
    }
    return out.array();
  }

  /** Fills in the link that continues from the one before, and returns it. */
  static long seal(byte[] encoded, long previousLink) {
    long link = Hash64.of(encoded, Long.BYTES, encoded.length, previousLink);
    ByteBuffer.wrap(encoded).putLong(0, link);
    return link;
  }

  static long link(byte[] encoded) {
    return encoded.length < Long.BYTES ? 0 : ByteBuffer.wrap(encoded).getLong(0);
  }

  /** Whether the record is the one that was written after the event with the given link. */
  static boolean continues(byte[] encoded, long previousLink) {
    return encoded.length > Long.BYTES
        && Hash64.of(encoded, Long.BYTES, encoded.length, previousLink) == link(encoded);
  }

  /** Reads a record that {@link #continues} has found right. */
  static EventRecord decode(byte[] encoded) {
    ByteBuffer in = ByteBuffer.wrap(encoded);
    in.getLong();
    byte format = in.get();
    if (format != FORMAT && format != FORMAT_WITH_METADATA) {
      throw new IllegalStateException(
          "event record is of a format this version does not know: format=" + format);
    }
    return new EventRecord(
        in.getLong(),
        Serialized.text(in),
        Serialized.text(in),
        Serialized.decode(in),
        format == FORMAT_WITH_METADATA ? Serialized.decode(in) : null);
  }
}
