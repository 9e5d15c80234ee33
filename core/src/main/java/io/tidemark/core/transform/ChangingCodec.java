package io.tidemark.core.transform;

import io.tidemark.core.codec.Codec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * How states are written that know themselves what changed of them: in a snapshot as they stand, in
 * a delta, once they have been in one, by their changes since the last one alone. So a state of
 * many elements costs what came and went.
 *
 * <p>A state is changed in place then, by the one computation that owns it. A snapshot that is
 * taken between two deltas holds some of the changes of the later one, which is read onto it all
 * the same.
 *
 * @param <S> the type of the states
 */
public interface ChangingCodec<S> extends Codec<S> {
  /** Whether the state has been in a delta, or was read: its changes tell the rest. */
  boolean isWritten(S state);

  /** Writes a state as it stands, for a snapshot. */
  void writeAll(S state, DataOutput out) throws IOException;

  /** Writes what changed since the last time, for a delta; of a new state all there is. */
  void writeChanges(S state, DataOutput out) throws IOException;

  /**
   * Reads what either of the two wrote.
   *
   * @param before the state that the changes are of, which is changed and returned; null where what
   *     follows is all there is
   */
  S readOnto(@Nullable S before, DataInput in) throws IOException;
}
