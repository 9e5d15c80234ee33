package io.tidemark.config.launch;

import io.tidemark.config.unit.Durations;
import io.tidemark.connector.file.FileSource;
import io.tidemark.connector.file.FileSourceSettings;
import io.tidemark.connector.file.FileWriters;
import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.pipeline.SinkSpec;
import io.tidemark.core.pipeline.SourceSpec;
import io.tidemark.core.pipeline.StreamSpec;
import io.tidemark.core.pipeline.TransformWork;
import io.tidemark.core.pipeline.WindowWork;
import io.tidemark.core.time.TimePolicy;
import io.tidemark.core.window.Aggregate;
import io.tidemark.core.window.FixedWindows;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What can be seen of a pipeline that a program describes, under the paths that a pipeline file has
 * for it. What its functions do cannot be seen: a run that goes on trusts that they do the same.
 */
final class ProgramSettings {
  private final Map<String, String> settings = new LinkedHashMap<>();

  private ProgramSettings() {}

  static Map<String, String> of(Pipeline pipeline) {
    ProgramSettings settings = new ProgramSettings();
    settings.put("pipeline.name", pipeline.name());
    settings.put("pipeline.key-groups", pipeline.keyGroups());
    pipeline.sources().forEach(settings::source);
    pipeline.streams().forEach(settings::stream);
    pipeline.sinks().forEach(settings::sink);
    return settings.settings;
  }

  private void source(SourceSpec source) {
    String path = "pipeline.sources." + source.name() + ".";
    if (source.source() instanceof FileSource<Object> files) {
      files(path, files.settings());
    } else {
      put(path + "class", source.source().getClass().getName());
      put(path + "partitions", source.source().partitions());
    }
    put(path + "event-time", source.eventTime() != null);
    put(path + "arrival-time", source.arrivalTime() != null);
    put(path + "follow", source.source().follows());
    put(path + "flush-at-end", source.flush());
    put(path + "stop-on-bad-input", source.stopOnBadInput());
    put(path + "time.substreams", source.substreams() != null);
    put(path + "time.confined", source.confined());
    time(path + "time.", source.policy());
  }

  private void files(String path, FileSourceSettings files) {
    put(path + "format", files.format());
    put(path + "paths", files.paths());
    put(path + "columns", files.columns());
    put(path + "file-name-as", Optional.ofNullable(files.fileNameAs()).orElse(""));
    FileSourceSettings.Partitioning partitioning = files.partitioning();
    if (partitioning != null) {
      put(path + "partitions", partitioning.count());
      put(path + "partition-by", partitioning.by());
    }
  }

  private void time(String path, TimePolicy policy) {
    put(path + "basis", policy.basis());
    put(path + "early", bound(policy.early()));
    put(path + "on-early", policy.early().action());
    put(path + "late", bound(policy.late()));
    put(path + "on-late", policy.late().action());
    put(path + "out-of-order", bound(policy.order()));
    put(path + "on-out-of-order", policy.order().action());
    put(path + "arrival-floor", policy.hasArrivalFloor());
    put(path + "limit-by-arrival", policy.limitByArrival());
    put(path + "idle-tick", Durations.print(policy.idleTick()));
  }

  private static String bound(TimePolicy.Rule rule) {
    Duration bound = rule.bound();
    return bound == null ? "unbounded" : Durations.print(bound);
  }

  private void stream(StreamSpec stream) {
    String path = "pipeline.streams." + stream.name() + ".";
    put(path + "from", String.join(",", stream.froms()));
    put(path + "key-by-substream", stream.keyedBySubstream());
    if (stream.work() instanceof WindowWork work) {
      windowed(path, work);
    } else if (stream.work() instanceof TransformWork work && work.rules().arrivalOrder()) {
      put(path + "arrival-order", true);
    }
  }

  private void windowed(String path, WindowWork work) {
    if (work.windows() instanceof FixedWindows windows) {
      put(path + "window.size", micros(windows.sizeMicros()));
      put(path + "window.hop", micros(windows.hopMicros()));
      put(path + "window.offset", micros(windows.offsetMicros()));
      put(path + "window.closed", windows.closed());
    } else {
      put(path + "window", work.windows());
    }
    put(path + "select", work.aggregates().stream().map(Aggregate::name).toList());
  }

  private static String micros(long micros) {
    return Durations.print(Duration.of(micros, ChronoUnit.MICROS));
  }

  private void sink(SinkSpec sink) {
    String path = "pipeline.sinks." + sink.name() + ".";
    boolean diagnostics = sink.from() instanceof SinkSpec.Feed.OfDiagnostics;
    put(path + "from", sink.from());
    put(path + "diagnostics", diagnostics);
    put(path + "order", sink.order());
    if (sink.writer() instanceof FileWriters<?> writers) {
      put(path + "format", writers.destination().format());
      put(path + "columns", writers.rows().columns());
    }
  }

  private void put(String path, Object value) {
    settings.put(path, value.toString());
  }
}
