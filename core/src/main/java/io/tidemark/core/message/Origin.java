package io.tidemark.core.message;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.time.Action;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Where an element stands in its source partition, when it happened and arrived, and what the time
 * policy did with it.
 *
 * @param file index of the file within the partition
 * @param position in the file
 * @param eventMicros its time before any policy
 * @param arrivalMicros when its source received it
 * @param action what the policy did; nothing that was dropped goes on
 */
public record Origin(int file, long position, long eventMicros, long arrivalMicros, Action action) {
  /** The order of two elements of one partition. */
  static int compare(Origin left, Origin right) {
    int byFile = Integer.compare(left.file, right.file);
    return byFile != 0 ? byFile : Long.compare(left.position, right.position);
  }

  void write(DataOutput out) throws IOException {
    Bytes.writeVarInt(file, out);
    Bytes.writeVarLong(position, out);
    out.writeLong(eventMicros);
    out.writeLong(arrivalMicros);
    out.writeByte(action.code());
  }

  static Origin read(DataInput in) throws IOException {
    int file = Bytes.readVarInt(in);
    long position = Bytes.readVarLong(in);
    long eventMicros = in.readLong();
    return new Origin(file, position, eventMicros, in.readLong(), Action.of(in.readByte()));
  }
}
