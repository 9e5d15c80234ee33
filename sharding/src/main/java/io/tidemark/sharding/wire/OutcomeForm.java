package io.tidemark.sharding.wire;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.message.EntityId;
import io.tidemark.runtime.Outcome;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** How a pipeline ended, as bytes. */
final class OutcomeForm {
  private static final int COMPLETED = 0;
  private static final int FAILED = 1;
  private static final int STOPPED = 2;

  private OutcomeForm() {}

  static void write(Outcome outcome, DataOutput out) throws IOException {
    if (outcome instanceof Outcome.Completed) {
      out.writeByte(COMPLETED);
    } else if (outcome instanceof Outcome.Failed failed) {
      out.writeByte(FAILED);
      IdForm.write(failed.entity(), out);
      Bytes.writeString(failed.reason(), out);
    } else if (outcome instanceof Outcome.Stopped) {
      out.writeByte(STOPPED);
    } else {
      throw new AssertionError("unknown outcome " + outcome);
    }
  }

  static Outcome read(DataInput in) throws IOException {
    int kind = in.readUnsignedByte();
    return switch (kind) {
      case COMPLETED -> new Outcome.Completed();
      case FAILED -> {
        EntityId entity = IdForm.read(in);
        yield new Outcome.Failed(entity, Bytes.readString(in));
      }
      case STOPPED -> new Outcome.Stopped();
      default -> throw new IOException("no outcome has the number " + kind);
    };
  }
}
