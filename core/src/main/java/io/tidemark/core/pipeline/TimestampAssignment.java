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
        assign(records, i, value, events, arrivals);
      }
    }
    records.setTimes(events, arrivals);
  }

  private void assign(
      RecordBatch records,
      int index,
      Object element,
      long @Nullable [] events,
      long @Nullable [] arrivals) {
    try {
      if (events != null && source.eventTime() != null) {
        events[index] = finite(source.eventTime(), element);
      }
      if (arrivals != null && source.arrivalTime() != null) {
        arrivals[index] = finite(source.arrivalTime(), element);
      }
    } catch (BadTimestamp e) {
      records.reject(index, source.bad(KIND, element));
    }
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
