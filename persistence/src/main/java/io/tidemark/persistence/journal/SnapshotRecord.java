package io.tidemark.persistence.journal;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One snapshot as it lies in the store; its checksum stands in the entity's {@link Head}.
 *
 * @param metadata of replicated entities, else null
 */
record SnapshotRecord(Serialized payload, @Nullable Serialized metadata) {
  private static final byte FORMAT = 1;
  private static final byte FORMAT_WITH_METADATA = 2;

  byte[] encode() {
    Serialized.Encoded state = payload.encoded();
    Serialized.Encoded extra = metadata == null ? null : metadata.encoded();
    ByteBuffer out = ByteBuffer.allocate(1 + state.length() + (extra == null ? 0 : extra.length()));
    out.put(extra == null ? FORMAT : FORMAT_WITH_METADATA);
    state.putInto(out);
    if (extra != null) {
      extra.putInto(out);
    }
    return out.array();
  }

  static SnapshotRecord decode(byte[] encoded) {
    ByteBuffer in = ByteBuffer.wrap(encoded);
    byte format = in.get();
    if (format != FORMAT && format != FORMAT_WITH_METADATA) {
      throw new IllegalStateException(
          "snapshot record is of a format this version does not know: format=" + format);
    }
    return new SnapshotRecord(
        Serialized.decode(in), format == FORMAT_WITH_METADATA ? Serialized.decode(in) : null);
  }
}
