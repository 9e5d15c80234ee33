package io.tidemark.core.entity;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.message.EntityId;
import java.io.DataInput;
import java.io.IOException;

/**
 * The form in which entities of one kind write their snapshots: its version in two bytes, then the
 * entity's state. A state written in another form is another version, with a golden file of its
 * own.
 *
 * <p>A snapshot of before there were versions begins with a positive number of an entity, so never
 * with the zero that the high byte of a version is; it is refused like any other version. So a kind
 * has at most 255 versions.
 *
 * @param version what is written, and the only one that is read; from 1 to 255
 */
public record SnapshotFormat(int version) {
  private static final int LAST = 0xff;

  /** Refuses a version that a snapshot without one could be taken for. */
  public SnapshotFormat {
    if (version < 1 || version > LAST) {
      throw new IllegalArgumentException(
          "no version of a snapshot: expected=1 to " + LAST + ", actual=" + version);
    }
  }

  /** Takes an entity's state from a snapshot. */
  @FunctionalInterface
  public interface Restoring {
    /** Reads what the entity wrote. */
    void from(DataInput in) throws IOException;
  }

  /** A snapshot of this version. */
  public byte[] write(Bytes.Writing state) {
    return Bytes.write(
        out -> {
          out.writeShort(version);
          state.to(out);
        });
  }

  /**
   * Restores an entity.
   *
   * @throws UnreadableSnapshot where the snapshot is of another version; nothing was restored
   */
  public void read(EntityId of, byte[] snapshot, Restoring state) {
    int found = Bytes.<Integer>read(snapshot, DataInput::readUnsignedShort);
    if (found != version) {
      throw new UnreadableSnapshot(
          "a snapshot of another version: entity="
              + of.name()
              + ", expected="
              + version
              + ", actual="
              + found
              + "; go on with the build that wrote the state, or start anew with --fresh");
    }
    Bytes.<DataInput>read(
        snapshot,
        in -> {
          in.readUnsignedShort();
          state.from(in);
          return in;
        });
  }
}
