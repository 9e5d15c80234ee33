package io.tidemark.core.window;

import io.tidemark.core.entity.DataError;
import io.tidemark.core.time.Time;

/** A sum lies beyond the range of its type. It stops the run: a wrong number is worse than none. */
public final class SumOverflow extends DataError {
  /** A sum that overflowed; the message says which. */
  public SumOverflow(String message) {
    super(message);
  }

  /** The same, naming where it happened. */
  SumOverflow in(String stream, long startMicros, long endMicros, Object key) {
    SumOverflow named =
        new SumOverflow(
            getMessage()
                + ", stream="
                + stream
                + ", window="
                + Time.format(startMicros)
                + ".."
                + Time.format(endMicros)
                + ", key="
                + key
                + "; a double column holds larger sums");
    named.initCause(this);
    return named;
  }
}
