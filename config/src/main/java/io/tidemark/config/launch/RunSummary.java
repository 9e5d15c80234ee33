package io.tidemark.config.launch;

import io.tidemark.core.time.Time;
import io.tidemark.runtime.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a run ended, and what it did. Its text is the table that {@code tidemark run} ends with.
 *
 * @param ending how it ended
 * @param reason where it failed and why, a line for a person; empty where it did not
 * @param resumed whether it went on with an interrupted run: then sources count from the beginning,
 *     sinks and records do not
 * @param sources by name, in the order of the pipeline
 * @param sinks rows written in this process, by name
 * @param windowsDiscarded windows that were not final when their input ended, where {@code
 *     flush-at-end} does not make them so; since the run began
 * @param recordsRead records read in this process, those read again after a restart included
 * @param took since it began or went on
 */
public record RunSummary(
    Ending ending,
    String reason,
    boolean resumed,
    Map<String, SourceSummary> sources,
    Map<String, Long> sinks,
    long windowsDiscarded,
    long recordsRead,
    Duration took) {
  /** Copies the maps. */
  public RunSummary {
    sources = Collections.unmodifiableMap(new LinkedHashMap<>(sources));
    sinks = Collections.unmodifiableMap(new LinkedHashMap<>(sinks));
  }

  static RunSummary failed(String reason) {
    return new RunSummary(Ending.FAILED, reason, false, Map.of(), Map.of(), 0, 0, Duration.ZERO);
  }

  /** Of a node that came when everything was done. */
  static RunSummary nothingLeft() {
    return new RunSummary(Ending.COMPLETE, "", true, Map.of(), Map.of(), 0, 0, Duration.ZERO);
  }

  static RunSummary of(
      Outcome outcome, Ending whenStopped, RunWatch watch, Duration took, boolean resumed) {
    Map<String, SourceSummary> sources = new LinkedHashMap<>();
    watch
        .sources()
        .forEach(
            (name, source) ->
                sources.put(
                    name, new SourceSummary(source.counts(), instant(source.watermarkMicros()))));
    Map<String, Long> sinks = new LinkedHashMap<>();
    watch.sinks().forEach((name, rows) -> sinks.put(name, rows.sum()));
    Ending ending = whenStopped;
    String reason = ending == Ending.FAILED ? "a fatal error, which is printed above" : "";
    if (outcome instanceof Outcome.Completed) {
      ending = Ending.COMPLETE;
      reason = "";
    } else if (outcome instanceof Outcome.Failed failed) {
      ending = Ending.FAILED;
      reason = failed.entity().name() + ": " + failed.reason();
    }
    return new RunSummary(
        ending,
        reason,
        resumed,
        sources,
        sinks,
        watch.windowsDiscarded(),
        watch.recordsRead(),
        took);
  }

  private static @Nullable Instant instant(long micros) {
    return micros == Time.MIN ? null : Time.instant(micros);
  }

  /**
   * What the run says of the source.
   *
   * @throws IllegalArgumentException where it has none of the name
   */
  public SourceSummary source(String name) {
    SourceSummary source = sources.get(name);
    if (source == null) {
      throw new IllegalArgumentException(
          "no such source: actual=" + name + ", expected=one of " + sources.keySet());
    }
    return source;
  }

  /**
   * How many rows the sink wrote in this process.
   *
   * @throws IllegalArgumentException where the run has none of the name
   */
  public long rows(String sink) {
    Long rows = sinks.get(sink);
    if (rows == null) {
      throw new IllegalArgumentException(
          "no such sink: actual=" + sink + ", expected=one of " + sinks.keySet());
    }
    return rows;
  }

  List<String> lines() {
    return RunReport.summary(this);
  }

  @Override
  public String toString() {
    return String.join("\n", lines()) + (reason.isEmpty() ? "" : "\nfailed: " + reason);
  }
}
