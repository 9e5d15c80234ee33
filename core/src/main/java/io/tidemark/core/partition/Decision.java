package io.tidemark.core.partition;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.source.Offset;
import io.tidemark.core.time.AdmissionCounts;
import io.tidemark.core.time.AdmissionState;
import io.tidemark.core.time.Time;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * One of the decisions of a partition, which share one sequence of numbers.
 *
 * @param number from 1
 * @param what was decided
 * @param end where reading goes on after it
 * @param after state of the admission after it
 * @param counts cumulative counts after it; not changed by anybody
 */
public record Decision(
    long number, What what, Offset end, AdmissionState after, AdmissionCounts counts) {

  /** The state before any decision. */
  static final Decision NONE =
      new Decision(
          0, new What.Ended(Time.MIN), Offset.START, AdmissionState.INITIAL, new AdmissionCounts());

  /** What was decided. */
  public sealed interface What {
    /**
     * Records were read and judged.
     *
     * @param records how many
     * @param checksum of their raw bytes
     * @param readMicros wall clock when they were read: their arrival where the source has none
     */
    record Admitted(int records, int checksum, long readMicros) implements What {}

    /** Nothing came: the arrival clock is estimated to stand at least here. */
    record Estimated(long estimateMicros) implements What {}

    /** The coordinator asked for this floor. */
    record Raised(long floorMicros) implements What {}

    /**
     * The input has ended.
     *
     * @param progressMicros the partition's progress before that
     */
    record Ended(long progressMicros) implements What {}
  }

  private static final int ADMITTED = 1;
  private static final int ESTIMATED = 2;
  private static final int RAISED = 3;
  private static final int ENDED = 4;

  /** Writes the decision. */
  public void write(DataOutput out) throws IOException {
    Bytes.writeVarLong(number, out);
    Bytes.writeVarInt(end.file(), out);
    Bytes.writeVarLong(end.position(), out);
    AdmissionState.CODEC.write(after, out);
    AdmissionCounts.CODEC.write(counts, out);
    if (what instanceof What.Admitted admitted) {
      out.writeByte(ADMITTED);
      Bytes.writeVarInt(admitted.records, out);
      out.writeInt(admitted.checksum);
      out.writeLong(admitted.readMicros);
    } else if (what instanceof What.Estimated estimated) {
      out.writeByte(ESTIMATED);
      out.writeLong(estimated.estimateMicros);
    } else if (what instanceof What.Raised raised) {
      out.writeByte(RAISED);
      out.writeLong(raised.floorMicros);
    } else if (what instanceof What.Ended ended) {
      out.writeByte(ENDED);
      out.writeLong(ended.progressMicros);
    }
  }

  /** Reads what {@link #write} wrote. */
  public static Decision read(DataInput in) throws IOException {
    long number = Bytes.readVarLong(in);
    int file = Bytes.readVarInt(in);
    Offset end = new Offset(file, Bytes.readVarLong(in));
    AdmissionState after = AdmissionState.CODEC.read(in);
    AdmissionCounts counts = AdmissionCounts.CODEC.read(in);
    int kind = in.readByte();
    What what =
        switch (kind) {
          case ADMITTED -> new What.Admitted(Bytes.readVarInt(in), in.readInt(), in.readLong());
          case ESTIMATED -> new What.Estimated(in.readLong());
          case RAISED -> new What.Raised(in.readLong());
          case ENDED -> new What.Ended(in.readLong());
          default -> throw new IOException("no decision has the kind " + kind);
        };
    return new Decision(number, what, end, after, counts);
  }
}
