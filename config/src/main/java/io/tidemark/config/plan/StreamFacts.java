package io.tidemark.config.plan;

import io.tidemark.config.assembly.Assembly;
import io.tidemark.config.assembly.Confinement;
import io.tidemark.config.assembly.OpenedSources;
import io.tidemark.config.pipeline.Computed;
import io.tidemark.config.pipeline.JoinSettings;
import io.tidemark.config.pipeline.PipelineFile;
import io.tidemark.config.pipeline.Selection;
import io.tidemark.config.pipeline.SourceSettings;
import io.tidemark.config.pipeline.StreamSettings;
import io.tidemark.config.unit.Durations;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What each stream of a pipeline is, where it runs and whom it waits for, as lines for a person.
 */
final class StreamFacts {
  private final PipelineFile file;
  private final OpenedSources opened;
  private final Assembly assembly;

  StreamFacts(PipelineFile file, OpenedSources opened) {
    this.file = file;
    this.opened = opened;
    this.assembly = new Assembly(file, opened);
  }

  /** The lines. */
  List<String> facts(StreamSettings stream) {
    List<String> facts = new ArrayList<>();
    if (!(stream.work() instanceof StreamSettings.Joined) && stream.froms().size() > 1) {
      facts.add("all rows of " + String.join(" and ", stream.froms()));
    }
    if (stream.where() != null) {
      facts.add("only rows where " + stream.where().text());
    }
    if (stream.work() instanceof StreamSettings.Windowed windowed) {
      facts.addAll(WindowFacts.of(windowed.window()));
      facts.add(
          String.join(", ", windowed.select().stream().map(StreamFacts::shown).toList())
              + by(windowed.keyBy()));
    } else if (stream.work() instanceof StreamSettings.Rows rows) {
      @Nullable List<Computed> select = rows.select();
      facts.add(select == null ? "all columns, without a key" : shown(select) + ", without a key");
      facts.add("made where it is read, waits for " + upstream(stream));
      return facts;
    } else if (stream.work() instanceof StreamSettings.Joined joined) {
      facts.addAll(join(joined.join()));
      facts.add(shown(joined.select()));
    } else if (stream.work() instanceof StreamSettings.Transformed transformed) {
      facts.add("transform " + transformed.className() + by(transformed.keyBy()));
    }
    facts.addAll(whereItRuns(stream));
    return facts;
  }

  private static String by(List<String> keyBy) {
    return keyBy.isEmpty() ? ", one key" : ", by " + String.join(", ", keyBy);
  }

  private static String shown(Selection selection) {
    String number = selection.number() == null ? "" : selection.number().toPlainString() + ", ";
    return selection.function().word()
        + "("
        + number
        + (selection.term() == null ? "" : selection.term().text())
        + ") as "
        + selection.name();
  }

  private static String shown(List<Computed> select) {
    return String.join(
        ", ",
        select.stream()
            .map(
                computed ->
                    computed.term().text().equals(computed.name())
                        ? computed.name()
                        : computed.term().text() + " as " + computed.name())
            .toList());
  }

  private static List<String> join(JoinSettings join) {
    List<String> on = new ArrayList<>();
    for (int i = 0; i < join.leftKey().size(); i++) {
      String left = join.leftKey().get(i);
      String right = join.rightKey().get(i);
      on.add(left.equals(right) ? left : left + " = " + right);
    }
    String type = join.type().name().toLowerCase(Locale.ROOT);
    String sides = join.left() + " (left) and " + join.right() + " (right)";
    String what = join.asOf() ? "as-of join of " : "join of ";
    String times;
    if (join.asOf()) {
      times = "each left row with the latest right row that is not after it";
    } else if (join.within() == null) {
      times = "right at any time from left; all rows are kept for ever";
    } else {
      times =
          "right from "
              + Durations.print(join.within().lower())
              + " to "
              + Durations.print(join.within().upper())
              + " after left";
    }
    return List.of(type + " " + what + sides + " on " + String.join(", ", on), times);
  }

  private List<String> whereItRuns(StreamSettings stream) {
    if (inSubstreams(stream)) {
      SourceSettings source = source(stream);
      return List.of(
          "runs inside the substreams of " + source.name() + ", each on its own watermark,",
          "because it has their key and " + assembly.confinement(source).reason());
    }
    String where =
        "runs in " + (file.keyGroups() == 1 ? "1 key group" : file.keyGroups() + " key groups");
    return List.of(where + ", " + why(stream), "waits for " + upstream(stream));
  }

  private SourceSettings source(StreamSettings stream) {
    return file.source(file.inputs(stream).get(0)).orElseThrow();
  }

  private String why(StreamSettings stream) {
    List<String> inputs = file.inputs(stream);
    if (inputs.size() > 1) {
      return "because it reads several sources or streams";
    }
    SourceSettings source = file.source(inputs.get(0)).orElse(null);
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
    return String.join(
        " and ", file.inputs(stream).stream().map(this::waitsForOne).distinct().toList());
  }

  /** Whom a reader of the source or stream waits for. */
  String waitsFor(String name) {
    return String.join(
        " and ", file.origins(name).stream().map(this::waitsForOne).distinct().toList());
  }

  private String waitsForOne(String name) {
    StreamSettings stream = file.stream(name).orElse(null);
    if (stream == null) {
      return waitsForPartitions(file.source(name).orElseThrow());
    }
    return inSubstreams(stream)
        ? waitsForPartitions(source(stream))
        : (file.keyGroups() == 1
                ? "the key group of "
                : "all " + file.keyGroups() + " key groups of ")
            + name;
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
        && file.source(file.inputs(stream).get(0))
            .map(assembly::confinement)
            .map(Confinement::confined)
            .orElse(false);
  }
}
