package io.tidemark.core.transform;

/** What becomes of an element or timer for which a transform throws. */
public enum OnFailure {
  /** The pipeline stops, with the stream, the key and the element in its message. */
  STOP,
  /**
   * It has no effect: the state is as before, and so are timers and results. It goes to the
   * failures of the stream, which somebody must read.
   */
  SKIP
}
