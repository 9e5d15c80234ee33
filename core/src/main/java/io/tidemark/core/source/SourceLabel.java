package io.tidemark.core.source;

import io.tidemark.core.time.Action;
import io.tidemark.core.time.Time;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * What the diagnostics of one partition say of where they are from.
 *
 * @param source name of the source
 * @param partition index of the partition
 * @param partitionName name of the partition
 * @param text an element as it stood in the source
 * @param bad an element that turned out to be none, by what it turned out to be
 */
public record SourceLabel(
    String source,
    int partition,
    String partitionName,
    Function<Object, String> text,
    BiFunction<String, Object, BadRecord> bad) {

  /** What was done to an element, with all its times. */
  public record Judged(
      Action action, long timeMicros, long eventMicros, long arrivalMicros, long assignedMicros) {}

  /** The diagnostic of an element that a rule dropped or moved. */
  public Diagnostic diagnostic(Judged judged, Offset offset, Object element) {
    return new Diagnostic(
        judged.timeMicros,
        source,
        partition,
        partitionName,
        offset,
        judged.action.rule(),
        Time.format(judged.eventMicros),
        Time.format(judged.arrivalMicros),
        judged.action.dropped() ? "" : Time.format(judged.assignedMicros),
        text.apply(element));
  }

  /** The diagnostic of a record that is no element. */
  public Diagnostic diagnostic(long timeMicros, Offset offset, BadRecord bad) {
    return new Diagnostic(
        timeMicros,
        source,
        partition,
        partitionName,
        offset,
        bad.kind(),
        bad.eventText(),
        bad.arrivalText(),
        "",
        bad.text());
  }
}
