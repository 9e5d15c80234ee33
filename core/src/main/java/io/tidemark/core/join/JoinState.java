package io.tidemark.core.join;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/** What a join keeps of one key: elements of either side, by time. Owned by one computation. */
public final class JoinState {
  final Deque<Kept> lefts = new ArrayDeque<>();
  final Deque<Kept> rights = new ArrayDeque<>();

  JoinState() {}

  boolean isEmpty() {
    return lefts.isEmpty() && rights.isEmpty();
  }

  @Override
  public String toString() {
    return lefts + " | " + rights;
  }

  /** How they are written. */
  public static Codec<JoinState> codec(Parts parts) {
    return new Codec<>() {
      @Override
      public void write(JoinState state, DataOutput out) throws IOException {
        write(state.lefts, out);
        write(state.rights, out);
      }

      private void write(Deque<Kept> all, DataOutput out) throws IOException {
        Bytes.writeVarInt(all.size(), out);
        for (Kept kept : all) {
          parts.write(kept, out);
        }
      }

      @Override
      public JoinState read(DataInput in) throws IOException {
        JoinState state = new JoinState();
        read(true, state.lefts, in);
        read(false, state.rights, in);
        return state;
      }

      private void read(boolean asLeft, Deque<Kept> into, DataInput in) throws IOException {
        int size = Bytes.readVarInt(in);
        for (int i = 0; i < size; i++) {
          into.add(parts.read(asLeft, in));
        }
      }
    };
  }
}
