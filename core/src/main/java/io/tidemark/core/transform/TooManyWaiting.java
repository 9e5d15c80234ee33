package io.tidemark.core.transform;

import io.tidemark.core.entity.DataError;
import io.tidemark.core.time.Time;

/** More elements wait for progress than may. */
public final class TooManyWaiting extends DataError {
  private static final long serialVersionUID = 1;

  TooManyWaiting(String stream, int mostWaiting, long earliestMicros, long latestMicros) {
    super(
        "too many elements wait for progress: stream="
            + stream
            + ", expected=at most "
            + mostWaiting
            + " in one key group or substream (mostWaiting), earliest="
            + Time.format(earliestMicros)
            + ", latest="
            + Time.format(latestMicros)
            + "; `tidemark why` says which input holds progress back. Let it follow more closely (a"
            + " smaller out-of-order or late), let sources wait for each other (waiting = slow), or"
            + " allow more");
  }
}
