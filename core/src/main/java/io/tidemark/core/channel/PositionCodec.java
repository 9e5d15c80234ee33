package io.tidemark.core.channel;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.message.EntityId;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Positions and output-lows as bytes. */
public final class PositionCodec {
  private PositionCodec() {}

  /** Writes positions with their senders' names. */
  public static void writePositions(List<Incoming.Position> positions, DataOutput out)
      throws IOException {
    Bytes.writeVarInt(positions.size(), out);
    for (Incoming.Position position : positions) {
      Bytes.writeString(position.from().name(), out);
      Bytes.writeVarLong(position.number(), out);
    }
  }

  /** Reads what {@link #writePositions} wrote. */
  public static List<Incoming.Position> readPositions(DataInput in) throws IOException {
    int size = Bytes.readVarInt(in);
    List<Incoming.Position> positions = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      EntityId from = EntityId.parse(Bytes.readString(in));
      positions.add(new Incoming.Position(from, Bytes.readVarLong(in)));
    }
    return positions;
  }

  /** Writes output-lows with their partitions' names. */
  public static void writeLows(List<Incoming.Low> lows, DataOutput out) throws IOException {
    Bytes.writeVarInt(lows.size(), out);
    for (Incoming.Low low : lows) {
      Bytes.writeString(low.partition().name(), out);
      Bytes.writeVarLong(low.number(), out);
    }
  }

  /** Reads what {@link #writeLows} wrote. */
  public static List<Incoming.Low> readLows(DataInput in) throws IOException {
    int size = Bytes.readVarInt(in);
    List<Incoming.Low> lows = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      EntityId from = EntityId.parse(Bytes.readString(in));
      if (!(from instanceof EntityId.Partition partition)) {
        throw new IOException(from.name() + " has no output-low: it is no partition");
      }
      lows.add(new Incoming.Low(partition, Bytes.readVarLong(in)));
    }
    return lows;
  }
}
