package io.tidemark.config.plan;

import io.tidemark.config.assembly.Assembly;
import io.tidemark.config.assembly.Confinement;
import io.tidemark.config.assembly.OpenedSources;
import io.tidemark.config.pipeline.PipelineFile;
import io.tidemark.config.pipeline.Selection;
import io.tidemark.config.pipeline.SinkSettings;
import io.tidemark.config.pipeline.SourceSettings;
import io.tidemark.config.pipeline.StreamSettings;
import io.tidemark.config.pipeline.WindowSettings;
import io.tidemark.config.unit.Durations;
import io.tidemark.connector.file.FileSource;
import io.tidemark.core.row.Row;
import io.tidemark.core.time.OnViolation;
import io.tidemark.core.time.TimePolicy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The stages of a pipeline as a tree: under each source the streams that read it and the sinks that
 * write it, with what each is, where it runs and whom it waits for.
 */
public final class PlanPicture {
  private static final int MOST_PARTITIONS_NAMED = 3;

  private final PipelineFile file;
  private final OpenedSources opened;
  private final Assembly assembly;
  private final Path outputs;
  private final List<String> lines = new ArrayList<>();

  /** One thing in the tree, with what hangs below it. */
  private record Branch(String title, List<String> facts, List<Branch> below) {}

  private PlanPicture(PipelineFile file, OpenedSources opened, Path outputs) {
    this.file = file;
    this.opened = opened;
    this.assembly = new Assembly(file, opened);
    this.outputs = outputs;
  }

  /**
   * The picture's lines.
   *
   * @param outputs where relative output paths start from
   */
  public static List<String> of(PipelineFile file, OpenedSources opened, Path outputs) {
    PlanPicture picture = new PlanPicture(file, opened, outputs);
    for (SourceSettings source : file.sources()) {
      picture.draw(picture.branch(source), "", "");
    }
    return List.copyOf(picture.lines);
  }

  private void draw(Branch branch, String first, String rest) {
    lines.add(first + branch.title());
    String stem = branch.below().isEmpty() ? "      " : "|     ";
    branch.facts().forEach(fact -> lines.add(rest + stem + fact));
    for (int i = 0; i < branch.below().size(); i++) {
      boolean last = i == branch.below().size() - 1;
      draw(branch.below().get(i), rest + "+-> ", rest + (last ? "    " : "|   "));
    }
  }

  private Branch branch(SourceSettings source) {
    List<Branch> below = new ArrayList<>();
    below.addAll(streams(source.name()));
    for (SinkSettings sink : file.sinks()) {
      if (sink.diagnostics() && sink.from().equals(source.name())) {
        below.add(branch(sink, waitsForPartitions(source)));
      }
    }
    List<String> facts = new ArrayList<>();
    facts.add(partitions(source));
    facts.addAll(time(source));
    return new Branch("source " + source.name(), facts, below);
  }

  private List<Branch> streams(String from) {
    return file.streams().stream()
        .filter(stream -> stream.from().equals(from))
        .map(this::branch)
        .toList();
  }

  private Branch branch(StreamSettings stream) {
    List<Branch> below = new ArrayList<>(streams(stream.name()));
    for (SinkSettings sink : file.sinks()) {
      if (!sink.diagnostics() && sink.from().equals(stream.name())) {
        below.add(branch(sink, waitsFor(stream)));
      }
    }
    List<String> facts = new ArrayList<>();
    facts.add(window(stream.window()));
    facts.add(
        String.join(", ", stream.select().stream().map(PlanPicture::shown).toList())
            + (stream.keyBy().isEmpty()
                ? ", one key"
                : ", by " + String.join(", ", stream.keyBy())));
    facts.addAll(whereItRuns(stream));
    return new Branch("stream " + stream.name(), facts, below);
  }

  private Branch branch(SinkSettings sink, String waits) {
    String target =
        sink.toStandardOutput()
            ? "standard output, at least once"
            : outputs.resolve(sink.path()).normalize().toString();
    List<String> facts = new ArrayList<>();
    facts.add(target + ", " + sink.format().name().toLowerCase(Locale.ROOT));
    facts.add(
        sink.ordered()
            ? "ordered by time: waits for " + waits
            : "ordered within each key only: writes at once");
    return new Branch(
        (sink.diagnostics() ? "diagnostics " : "sink ") + sink.name(), facts, List.of());
  }

  private String partitions(SourceSettings source) {
    FileSource<Row> from = opened.source(source.name());
    List<String> names = from.partitions();
    String count = names.size() == 1 ? "1 partition" : names.size() + " partitions";
    String what =
        source.partitioning() == null
            ? ", one per file: " + listed(names)
            : " of "
                + from.files().size()
                + " files, by "
                + String.join(", ", source.partitioning().by());
    return source.format().name().toLowerCase(Locale.ROOT)
        + ", "
        + count
        + what
        + (source.follow() ? "; follows" : "");
  }

  private static String listed(List<String> names) {
    if (names.size() <= MOST_PARTITIONS_NAMED) {
      return String.join(", ", names);
    }
    return String.join(", ", names.subList(0, MOST_PARTITIONS_NAMED))
        + " and "
        + (names.size() - MOST_PARTITIONS_NAMED)
        + " more";
  }

  private static List<String> time(SourceSettings source) {
    TimePolicy policy = source.time();
    List<String> facts = new ArrayList<>();
    String event = source.eventTime() == null ? "arrival" : source.eventTime().column();
    String arrival = "the wall clock at reading";
    if (source.arrivalTime() != null) {
      arrival = source.arrivalTime().column();
    } else if (policy.basis() == TimePolicy.Basis.BACKFILL) {
      arrival = "event time (backfill)";
    }
    facts.add("event time: " + event + "; arrival time: " + arrival);
    String order = "out of order " + rule(policy.order(), "");
    switch (policy.basis()) {
      case EVENT_TIME ->
          facts.add(
              "early "
                  + rule(policy.early(), "off")
                  + ", late "
                  + rule(policy.late(), "unbounded")
                  + ", "
                  + order);
      case BACKFILL -> facts.add(order + "; early and late do not apply");
      case ARRIVAL_TIME -> facts.add("no policy applies");
    }
    facts.add("arrival floor " + (policy.hasArrivalFloor() ? "on" : "off"));
    if (!source.substreams().isEmpty()) {
      facts.add("substreams by " + String.join(", ", source.substreams()));
    }
    return facts;
  }

  private static String rule(TimePolicy.Rule rule, String unbounded) {
    @Nullable Duration bound = rule.bound();
    return bound == null ? unbounded : Durations.print(bound) + " " + action(rule.action());
  }

  private static String action(OnViolation action) {
    return action.name().toLowerCase(Locale.ROOT);
  }

  private static String shown(Selection selection) {
    String column = selection.column();
    return selection.function().word()
        + "("
        + (column == null ? "" : column)
        + ") as "
        + selection.name();
  }

  private static String window(WindowSettings window) {
    String size = Durations.print(window.size());
    String kind =
        window.tumbles()
            ? "tumbling windows of " + size
            : "windows of " + size + " every " + Durations.print(window.hop());
    String offset =
        window.offset().isZero() ? "" : ", moved by " + Durations.print(window.offset());
    return kind + (window.endInclusive() ? ", (s,e]" : ", [s,e)") + offset;
  }

  private List<String> whereItRuns(StreamSettings stream) {
    if (inSubstreams(stream)) {
      SourceSettings source = file.source(stream.from()).orElseThrow();
      return List.of(
          "runs inside the substreams of " + source.name() + ", each on its own watermark,",
          "because it has their key and " + assembly.confinement(source).reason());
    }
    String where =
        "runs in " + (file.keyGroups() == 1 ? "1 key group" : file.keyGroups() + " key groups");
    return List.of(where + ", " + why(stream), "waits for " + upstream(stream));
  }

  private String why(StreamSettings stream) {
    SourceSettings source = file.source(stream.from()).orElse(null);
    if (source == null) {
      return "because it reads a stream";
    }
    if (source.substreams().isEmpty()) {
      return "because the source has no substreams";
    }
    if (stream.keyBy().isEmpty()) {
      return "because one key takes all rows";
    }
    return assembly.keyedBySubstream(stream)
        ? "because " + assembly.confinement(source).reason()
        : "because its key is not that of the substreams";
  }

  private String upstream(StreamSettings stream) {
    return file.source(stream.from())
        .map(this::waitsForPartitions)
        .orElseGet(() -> waitsFor(file.stream(stream.from()).orElseThrow()));
  }

  /** Whom a reader of the stream's results waits for. */
  private String waitsFor(StreamSettings stream) {
    return inSubstreams(stream)
        ? waitsForPartitions(file.source(stream.from()).orElseThrow())
        : (file.keyGroups() == 1
                ? "the key group of "
                : "all " + file.keyGroups() + " key groups of ")
            + stream.name();
  }

  private String waitsForPartitions(SourceSettings source) {
    int count = opened.source(source.name()).partitions().size();
    String progress = source.substreams().isEmpty() ? "watermark" : "low watermark";
    return "the "
        + progress
        + (count == 1 ? " of " : " of all " + count + " partitions of ")
        + source.name();
  }

  private boolean inSubstreams(StreamSettings stream) {
    return assembly.keyedBySubstream(stream)
        && file.source(stream.from())
            .map(source -> assembly.confinement(source))
            .map(Confinement::confined)
            .orElse(false);
  }
}
