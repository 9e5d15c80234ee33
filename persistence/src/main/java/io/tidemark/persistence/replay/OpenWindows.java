package io.tidemark.persistence.replay;

import io.tidemark.core.window.WindowResult;
import java.util.List;

/**
 * What a stream has open where a replay was stopped.
 *
 * @param stream the stream's name
 * @param count how many windows, each of one key
 * @param nextDueMicros the least progress that makes one of them final; {@code Time.MAX} where only
 *     the end of all input does, or where none is open
 * @param first the first of them in canonical order, with what they have accumulated
 */
public record OpenWindows(
    String stream, long count, long nextDueMicros, List<WindowResult<?>> first) {
  /** Copies the list. */
  public OpenWindows {
    first = List.copyOf(first);
  }
}
