package io.tidemark.core.message;

import io.tidemark.core.codec.Bytes;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * How the elements of one key fared at the order rule; an element counts once, for the last rule
 * that changed it.
 */
public record KeyCounts(
    long accepted,
    long adjustedEarly,
    long adjustedLate,
    long adjustedOrder,
    long droppedOrder,
    long discardedWindows) {
  /** Nothing counted. */
  public static final KeyCounts NONE = new KeyCounts(0, 0, 0, 0, 0, 0);

  /** The sum of both. */
  public KeyCounts plus(KeyCounts o) {
    return new KeyCounts(
        accepted + o.accepted,
        adjustedEarly + o.adjustedEarly,
        adjustedLate + o.adjustedLate,
        adjustedOrder + o.adjustedOrder,
        droppedOrder + o.droppedOrder,
        discardedWindows + o.discardedWindows);
  }

  /** What this has more than the other. */
  public KeyCounts minus(KeyCounts o) {
    return new KeyCounts(
        accepted - o.accepted,
        adjustedEarly - o.adjustedEarly,
        adjustedLate - o.adjustedLate,
        adjustedOrder - o.adjustedOrder,
        droppedOrder - o.droppedOrder,
        discardedWindows - o.discardedWindows);
  }

  /** Writes six numbers. */
  public void write(DataOutput out) throws IOException {
    Bytes.writeVarLong(accepted, out);
    Bytes.writeVarLong(adjustedEarly, out);
    Bytes.writeVarLong(adjustedLate, out);
    Bytes.writeVarLong(adjustedOrder, out);
    Bytes.writeVarLong(droppedOrder, out);
    Bytes.writeVarLong(discardedWindows, out);
  }

  /** Reads what {@link #write} wrote. */
  public static KeyCounts read(DataInput in) throws IOException {
    return new KeyCounts(
        Bytes.readVarLong(in),
        Bytes.readVarLong(in),
        Bytes.readVarLong(in),
        Bytes.readVarLong(in),
        Bytes.readVarLong(in),
        Bytes.readVarLong(in));
  }
}
