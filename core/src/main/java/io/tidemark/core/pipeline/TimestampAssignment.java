package io.tidemark.core.pipeline;

import io.tidemark.core.source.BadRecord;
import io.tidemark.core.source.RecordBatch;
import io.tidemark.core.time.BadTimestamp;
import io.tidemark.core.time.Time;
import io.tidemark.core.time.TimestampAssigner;
import org.jspecify.annotations.Nullable;

/**
 * Gives the records of a batch their event and arrival times, by a source's assigners; a record
 * without a valid one becomes bad input. Stateless: may run on the thread that reads.
 */
public final class TimestampAssignment {
  private static final String KIND = "bad-timestamp";

  private final SourceSpec source;

  private TimestampAssignment(SourceSpec source) {
    this.source = source;
  }

  /** The assignment of the source. */
  public static TimestampAssignment of(SourceSpec source) {
    return new TimestampAssignment(source);
  }

  /** Sets the times of all records. */
  public void assign(RecordBatch records) {
    long[] events = source.eventTime() == null ? null : new long[records.size()];
    long[] arrivals = source.arrivalTime() == null ? null : new long[records.size()];
    for (int i = 0; i < records.size(); i++) {
      Object value = records.value(i);
      if (!(value instanceof BadRecord)) {
        String badEvent = assign(source.eventTime(), value, i, events);
        String badArrival = assign(source.arrivalTime(), value, i, arrivals);
        if (badEvent != null || badArrival != null) {
          records.reject(
              i,
              new BadRecord(
                  KIND,
                  source.source().text(value),
                  text(badEvent, i, events),
                  text(badArrival, i, arrivals)));
        }
      }
    }
    records.setTimes(events, arrivals);
  }

  /** Sets one time of a record; returns its raw text where it is none, else null. */
  private static @Nullable String assign(
      @Nullable TimestampAssigner<Object> assigner,
      Object element,
      int index,
      long @Nullable [] micros) {
    if (assigner == null || micros == null) {
      return null;
    }
    try {
      micros[index] = finite(assigner, element);
      return null;
    } catch (BadTimestamp e) {
      return e.text();
    }
  }

  /** The time of a bad record as text: only then is it printed, which takes as long as the rest. */
  private static String text(@Nullable String bad, int index, long @Nullable [] micros) {
    if (bad != null) {
      return bad;
    }
    return micros == null ? "" : Time.format(micros[index]);
  }

  private static long finite(TimestampAssigner<Object> assigner, Object element)
      throws BadTimestamp {
    long micros = assigner.micros(element);
    if (!Time.isFinite(micros)) {
      throw new BadTimestamp(Time.format(micros));
    }
    return micros;
  }
}
