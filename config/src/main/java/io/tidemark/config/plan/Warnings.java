package io.tidemark.config.plan;

import io.tidemark.config.assembly.Assembly;
import io.tidemark.config.assembly.Confinement;
import io.tidemark.config.pipeline.PipelineFile;
import io.tidemark.config.pipeline.Setting;
import io.tidemark.config.pipeline.SinkSettings;
import io.tidemark.config.pipeline.SourceSettings;
import io.tidemark.config.pipeline.StreamSettings;
import io.tidemark.config.pipeline.WindowSettings;
import io.tidemark.config.refusal.Problem;
import io.tidemark.core.time.TimePolicy.Basis;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What is allowed and probably not meant: settings without effect, results nobody sees or that come
 * late.
 */
public final class Warnings {
  /** More windows a row than anybody looks at, and memory for as many. */
  private static final long MANY_WINDOWS = 10_000;

  private final PipelineFile file;
  private final Assembly assembly;
  private final List<Problem> warnings = new ArrayList<>();

  private Warnings(PipelineFile file, Assembly assembly) {
    this.file = file;
    this.assembly = assembly;
  }

  /** The warnings about a pipeline, in the order of its file. */
  public static List<Problem> of(PipelineFile file, Assembly assembly) {
    Warnings warnings = new Warnings(file, assembly);
    file.sources().forEach(warnings::source);
    file.streams().forEach(warnings::overlap);
    file.streams().forEach(warnings::keepsForEver);
    warnings.unread();
    return List.copyOf(warnings.warnings);
  }

  private void source(SourceSettings source) {
    String path = "pipeline.sources." + source.name();
    String time = path + ".time";
    boolean floor = source.time().hasArrivalFloor();
    if (!source.substreams().isEmpty() && !floor) {
      warn(
          time + ".substreams",
          "without an arrival floor the low watermark stays undefined until a partition ends: what"
              + " waits for it, a sink ordered by time too, waits that long",
          source.time().basis() == Basis.BACKFILL
              ? "give the source an arrival-time, or set arrival-floor = on"
              : "give late a duration and leave arrival-floor on");
    }
    if (assembly.confinement(source) == Confinement.EQUAL_FILE_NAMES) {
      warn(
          path + ".file-name-as",
          "two files have the same name: their rows have one key, and are computed in key groups",
          "rename one of them if they are two");
    }
    byBasis(source, time);
    byBound(source, time);
    if (!source.follow()) {
      without(time + ".idle-tick", "the source does not follow");
    } else {
      without(path + ".flush-at-end", "a source that follows has no end");
    }
  }

  private void byBasis(SourceSettings source, String time) {
    if (source.time().basis() == Basis.BACKFILL) {
      for (String key : List.of("early", "on-early", "late", "on-late", "limit-by-arrival")) {
        if (!key.equals("late") || !source.time().hasArrivalFloor()) {
          without(time + "." + key, "there are no arrival times (backfill)");
        }
      }
    } else if (source.time().basis() == Basis.ARRIVAL_TIME) {
      for (String key :
          List.of(
              "early",
              "on-early",
              "on-late",
              "out-of-order",
              "on-out-of-order",
              "arrival-floor",
              "limit-by-arrival")) {
        without(time + "." + key, "there is no event-time");
      }
    }
  }

  private void byBound(SourceSettings source, String time) {
    if (!source.time().early().isBounded()) {
      without(time + ".on-early", "early is off");
    }
    if (!source.time().late().isBounded()) {
      without(time + ".on-late", "late is unbounded");
      if (Boolean.TRUE.equals(source.time().arrivalFloor())) {
        without(time + ".arrival-floor", "late is unbounded");
      }
    }
  }

  private void overlap(StreamSettings stream) {
    if (stream.work() instanceof StreamSettings.Windowed windowed) {
      overlap("pipeline.streams." + stream.name() + ".window", windowed.window());
    }
  }

  private void overlap(String path, WindowSettings window) {
    if (window instanceof WindowSettings.Fixed fixed) {
      overlap(path, fixed);
    } else if (window instanceof WindowSettings.Filled filled) {
      overlap(path, filled.of());
    } else if (window instanceof WindowSettings.Partial partial) {
      overlap(path, partial.of());
    } else if (window instanceof WindowSettings.Several several) {
      several.all().forEach(one -> overlap(path + ".several." + one.name(), one.windows()));
    }
  }

  private void overlap(String path, WindowSettings.Fixed window) {
    long windows = window.size().dividedBy(window.hop());
    if (windows > MANY_WINDOWS) {
      warn(
          path + ".hopping.hop",
          "each row belongs to " + windows + " windows, every one of them kept for every key",
          "a hop of a " + MANY_WINDOWS + "th of the size is fine enough for most");
    }
  }

  private void keepsForEver(StreamSettings stream) {
    if (stream.work() instanceof StreamSettings.Joined joined
        && !joined.join().asOf()
        && joined.join().within() == null) {
      warn(
          "pipeline.streams." + stream.name() + ".join.within",
          "all rows of both sides are kept for ever",
          "bounds let go what can meet nothing any more");
    }
  }

  private void unread() {
    Set<String> read = new HashSet<>();
    file.streams().forEach(stream -> read.addAll(stream.froms()));
    for (SinkSettings sink : file.sinks()) {
      if (!sink.diagnostics() && file.source(sink.from()).isPresent()) {
        read.add(sink.from());
      }
    }
    Set<String> written = new HashSet<>(read);
    file.sinks().stream()
        .filter(sink -> !sink.diagnostics())
        .map(SinkSettings::from)
        .forEach(written::add);
    for (SourceSettings source : file.sources()) {
      if (!read.contains(source.name())) {
        warn("pipeline.sources." + source.name() + ".paths", "no stream reads this source", "");
      }
    }
    for (StreamSettings stream : file.streams()) {
      if (!written.contains(stream.name())) {
        warn(
            "pipeline.streams." + stream.name() + "." + stream.reads().get(0).key(),
            "no sink writes this stream and no stream reads it",
            "");
      }
    }
  }

  /** A setting that somebody wrote and that has no effect. */
  private void without(String path, String reason) {
    boolean wrote =
        file.settings().stream()
            .anyMatch(setting -> setting.path().equals(path) && !setting.isDefault());
    boolean reported = warnings.stream().anyMatch(warning -> warning.subject().equals(path));
    if (wrote && !reported) {
      warn(path, "has no effect: " + reason, "");
    }
  }

  private void warn(String path, String what, String advice) {
    String value =
        file.settings().stream()
            .filter(setting -> setting.path().equals(path))
            .map(Setting::value)
            .findFirst()
            .orElse(null);
    warnings.add(new Problem(file.place(path), path, value, what, advice));
  }
}
