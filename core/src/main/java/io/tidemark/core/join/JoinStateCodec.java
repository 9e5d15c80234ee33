package io.tidemark.core.join;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.transform.ChangingCodec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The state of a join, of each side: the number of the first element, the number of the first one
 * that follows, how many follow, these, and the numbers of those that have met something since. By
 * itself, without numbers, it is the elements alone, as stores have it from before there were
 * changes.
 *
 * @param parts what the elements come from
 */
record JoinStateCodec(Parts parts) implements ChangingCodec<JoinState> {
  @Override
  public void write(JoinState state, DataOutput out) throws IOException {
    write(state.lefts, out);
    write(state.rights, out);
  }

  private void write(Side side, DataOutput out) throws IOException {
    Bytes.writeVarInt(side.size(), out);
    for (Kept kept : side) {
      parts.write(kept, out);
    }
  }

  @Override
  public JoinState read(DataInput in) throws IOException {
    JoinState state = new JoinState();
    read(true, state.lefts, in);
    read(false, state.rights, in);
    state.written = true;
    return state;
  }

  private void read(boolean asLeft, Side into, DataInput in) throws IOException {
    int size = Bytes.readVarInt(in);
    for (int i = 0; i < size; i++) {
      into.add(parts.read(asLeft, in));
    }
    into.noteWritten();
  }

  @Override
  public boolean isWritten(JoinState state) {
    return state.written;
  }

  @Override
  public void writeAll(JoinState state, DataOutput out) throws IOException {
    state.lefts.writeAll(parts, out);
    state.rights.writeAll(parts, out);
  }

  @Override
  public void writeChanges(JoinState state, DataOutput out) throws IOException {
    state.lefts.writeChanges(parts, out);
    state.rights.writeChanges(parts, out);
    state.written = true;
  }

  @Override
  public JoinState readOnto(@Nullable JoinState before, DataInput in) throws IOException {
    JoinState state = before == null ? new JoinState() : before;
    state.lefts.read(true, parts, in);
    state.rights.read(false, parts, in);
    state.written = true;
    return state;
  }
}
