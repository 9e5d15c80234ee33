package io.tidemark.core.partition;

import io.tidemark.core.message.KeyBytes;
import io.tidemark.core.message.KeyCounts;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** What is remembered of a resting key, as bytes. */
public final class RestCodec {
  private RestCodec() {}

  /** Writes it. */
  public static void write(PartitionEvent.Rest rest, DataOutput out) throws IOException {
    rest.key().write(out);
    out.writeBoolean(rest.closed());
    out.writeLong(rest.dueMicros());
    out.writeBoolean(rest.dueNever());
    out.writeLong(rest.holdMicros());
    rest.counts().write(out);
  }

  /** Reads what {@link #write} wrote. */
  public static PartitionEvent.Rest read(DataInput in) throws IOException {
    return new PartitionEvent.Rest(
        KeyBytes.read(in),
        in.readBoolean(),
        in.readLong(),
        in.readBoolean(),
        in.readLong(),
        KeyCounts.read(in));
  }
}
