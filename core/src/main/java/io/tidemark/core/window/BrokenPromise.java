package io.tidemark.core.window;

import io.tidemark.core.time.Time;

/** An element came below progress: whoever stated the progress was wrong. */
final class BrokenPromise {
  private BrokenPromise() {}

  static IllegalStateException of(String stream, long progressMicros, long assignedMicros) {
    return new IllegalStateException(
        "an element came below progress: stream="
            + stream
            + ", progress="
            + Time.format(progressMicros)
            + ", assigned="
            + Time.format(assignedMicros));
  }
}
