package io.tidemark.core.window;

import io.tidemark.core.entity.DataError;

/** A sum lies beyond the range of its type. It stops the run: a wrong number is worse than none. */
public final class SumOverflow extends DataError {
  /** A sum that overflowed; the message says which. */
  public SumOverflow(String message) {
    super(message);
  }
}
