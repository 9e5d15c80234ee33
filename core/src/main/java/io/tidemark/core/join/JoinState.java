package io.tidemark.core.join;

import io.tidemark.core.transform.ChangingCodec;

/** What a join keeps of one key: elements of either side, by time. Owned by one computation. */
public final class JoinState {
  final Side lefts = new Side();
  final Side rights = new Side();

  /** It has been in a delta, or was read. */
  boolean written;

  JoinState() {}

  boolean isEmpty() {
    return lefts.isEmpty() && rights.isEmpty();
  }

  @Override
  public String toString() {
    return lefts + " | " + rights;
  }

  /** How they are written. */
  public static ChangingCodec<JoinState> codec(Parts parts) {
    return new JoinStateCodec(parts);
  }
}
