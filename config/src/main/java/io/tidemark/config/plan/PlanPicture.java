package io.tidemark.config.plan;

import io.tidemark.config.assembly.OpenedSources;
import io.tidemark.config.pipeline.PipelineFile;
import io.tidemark.config.pipeline.SinkSettings;
import io.tidemark.config.pipeline.SourceSettings;
import io.tidemark.config.pipeline.StreamSettings;
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
  private final StreamFacts streams;
  private final Path outputs;
  private final List<String> lines = new ArrayList<>();

  /** One thing in the tree, with what hangs below it. */
  private record Branch(String title, List<String> facts, List<Branch> below) {}

  private PlanPicture(PipelineFile file, OpenedSources opened, Path outputs) {
    this.file = file;
    this.opened = opened;
    this.streams = new StreamFacts(file, opened);
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
    below.addAll(sinks(source.name()));
    for (SinkSettings sink : file.sinks()) {
      if (sink.diagnostics() && sink.from().equals(source.name())) {
        below.add(branch(sink, streams.waitsFor(source.name())));
      }
    }
    List<String> facts = new ArrayList<>();
    facts.add(partitions(source));
    facts.addAll(time(source));
    return new Branch("source " + source.name(), facts, below);
  }

  private List<Branch> streams(String from) {
    List<Branch> branches = new ArrayList<>();
    for (StreamSettings stream : file.streams()) {
      if (stream.reads(from)) {
        String first = stream.froms().get(0);
        branches.add(
            first.equals(from)
                ? branch(stream)
                : new Branch(
                    "stream " + stream.name() + ", as drawn below " + first, List.of(), List.of()));
      }
    }
    return branches;
  }

  private Branch branch(StreamSettings stream) {
    List<Branch> below = new ArrayList<>(streams(stream.name()));
    below.addAll(sinks(stream.name()));
    return new Branch("stream " + stream.name(), streams.facts(stream), below);
  }

  private List<Branch> sinks(String from) {
    return file.sinks().stream()
        .filter(sink -> !sink.diagnostics() && sink.from().equals(from))
        .map(sink -> branch(sink, streams.waitsFor(from)))
        .toList();
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
}
