package io.tidemark.core.join;

import io.tidemark.core.codec.Codec;
import io.tidemark.core.transform.ChangingCodec;
import java.util.List;

/** A state for tests elsewhere. */
public final class JoinStates {
  private JoinStates() {}

  /** One element on the left that met something, two on the right that did not. */
  public static JoinState sample() {
    JoinState state = new JoinState();
    Kept left = new Kept(-5, 0, "left", "left");
    left.matched = true;
    state.lefts.add(left);
    state.rights.add(new Kept(300, 1, 7L, 7L));
    state.rights.add(new Kept(301, 1, "right", "right"));
    return state;
  }

  /** How it is written. */
  public static ChangingCodec<JoinState> codec(Codec<Object> elements) {
    Parts.Side side = new Parts.Side(held -> held, held -> held);
    return JoinState.codec(
        new Parts(
            "joined",
            List.of(
                new Parts.Part("a", elements, side, Parts.Side.nothing()),
                new Parts.Part("b", elements, Parts.Side.nothing(), side))));
  }

  /** The last element of a side. */
  static Kept last(Side side) {
    Kept last = side.element();
    for (Kept kept : side) {
      last = kept;
    }
    return last;
  }
}
