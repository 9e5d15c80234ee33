package io.tidemark.core.transform;

import io.tidemark.core.entity.DataError;
import io.tidemark.core.time.Time;

/** A program's transform threw, and would throw again: the pipeline stops. */
public final class TransformFailed extends DataError {
  private static final long serialVersionUID = 1;

  /** The transform of a stream threw for a key's element or timer. */
  TransformFailed(String stream, Object key, String what, long timeMicros, RuntimeException cause) {
    super(
        "a transform failed: stream="
            + stream
            + ", key="
            + key
            + ", time="
            + Time.format(timeMicros)
            + ", "
            + what
            + ": "
            + cause);
    initCause(cause);
  }
}
