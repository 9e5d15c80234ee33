package io.tidemark.core.window;

import io.tidemark.core.time.Time;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A window whose bounds depend on time alone.
 *
 * @param startMicros its start; an infinity where it reaches the end of the axis
 * @param endMicros its end; likewise
 * @param dueMicros the least progress at which it is final; {@link Time#MAX}: only the end of all
 *     input makes it so
 * @param resultMicros the assigned time of its results, the last time that belongs to it
 */
public record TimeWindow(long startMicros, long endMicros, long dueMicros, long resultMicros) {
  /**
   * The windows that a time belongs to, the latest first.
   *
   * @throws IllegalArgumentException where the windows depend on elements, as sessions do
   */
  public static List<TimeWindow> containing(Windows windows, long micros) {
    WindowBounds bounds = WindowBounds.of(windows);
    long place = bounds.place(micros);
    long count = bounds.count(place);
    List<TimeWindow> containing = new ArrayList<>();
    for (long back = 0; back < count; back++) {
      long end = bounds.end(place, back);
      containing.add(
          new TimeWindow(
              bounds.start(place, back), end, bounds.dueMicros(end), bounds.resultTimeMicros(end)));
    }
    return containing;
  }

  /** Its start; null where it reaches the end of the axis. */
  public @Nullable Instant start() {
    return Time.isFinite(startMicros) ? Time.instant(startMicros) : null;
  }

  /** Its end; null where it reaches the end of the axis. */
  public @Nullable Instant end() {
    return Time.isFinite(endMicros) ? Time.instant(endMicros) : null;
  }
}
