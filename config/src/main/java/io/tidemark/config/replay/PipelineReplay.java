package io.tidemark.config.replay;

import io.tidemark.config.launch.RecordedRun;
import io.tidemark.config.refusal.Problem;
import io.tidemark.config.refusal.Refused;
import io.tidemark.config.state.OutputFiles;
import io.tidemark.config.state.OutputFiles.Output;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.OutputDigest;
import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.sink.RowFormat;
import io.tidemark.core.sink.Sink;
import io.tidemark.core.sink.SinkEvent;
import io.tidemark.core.source.Offset;
import io.tidemark.persistence.replay.Difference;
import io.tidemark.persistence.replay.OpenWindows;
import io.tidemark.persistence.replay.Recording;
import io.tidemark.persistence.replay.RunReplay;
import io.tidemark.persistence.replay.Standing;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The replay of a recorded run, compared with what it recorded and what it wrote. */
public final class PipelineReplay implements AutoCloseable {
  private final RecordedRun run;
  private final Recording recording;
  private final boolean toTheEnd;
  private final Map<String, ComparedOutput> outputs = new LinkedHashMap<>();
  private final List<String> lost = new ArrayList<>();

  /** Sinks whose rows are in order for each key only: no two runs need write the same bytes. */
  private final Set<String> unordered = new HashSet<>();

  private final RunReplay replay;

  /**
   * A replay of the run, which stays its owner's, to its end.
   *
   * @throws Refused where its first decisions are gone
   */
  public static PipelineReplay ofAll(RecordedRun run) throws Refused, IOException {
    return new PipelineReplay(run, OptionalLong.empty());
  }

  /**
   * A replay of the run up to a time, which it does not pass.
   *
   * @param stopMicros finite
   * @throws Refused where its first decisions are gone
   */
  public static PipelineReplay until(long stopMicros, RecordedRun run) throws Refused, IOException {
    return new PipelineReplay(run, OptionalLong.of(stopMicros));
  }

  private PipelineReplay(RecordedRun run, OptionalLong stopMicros) throws Refused, IOException {
    this.run = run;
    this.toTheEnd = stopMicros.isEmpty();
    this.recording = new Recording(run.journal(), run.pipeline());
    Map<String, Long> committed = new LinkedHashMap<>();
    for (Output output : run.outputs()) {
      recording
          .committed(new EntityId.Sink(output.sink()))
          .map(SinkEvent.Committed::length)
          .filter(length -> length > 0)
          .ifPresent(length -> committed.put(output.sink(), length));
    }
    findLost(committed);
    if (lost.isEmpty()) {
      for (Output output : run.outputs()) {
        Long length = committed.get(output.sink());
        if (length != null) {
          outputs.put(output.sink(), new ComparedOutput(output.file(), length));
        }
      }
    }
    Pipeline pipeline = run.pipeline(this::stream);
    this.replay =
        stopMicros.isPresent()
            ? RunReplay.until(stopMicros.getAsLong(), pipeline, recording)
            : new RunReplay(pipeline, recording, run.isComplete());
    pipeline.sinks().stream()
        .filter(sink -> sink.order() == Sink.Order.KEY)
        .forEach(sink -> unordered.add(sink.name()));
    Optional<RunReplay.Beginning> trimmed = replay.trimmed();
    if (trimmed.isPresent()) {
      close();
      throw new Refused(beginning(trimmed.get()));
    }
    Optional<EntityId.KeyGroup> forgotten = replay.forgotten();
    if (forgotten.isPresent()) {
      close();
      throw new Refused(forgotten(forgotten.get()));
    }
  }

  /** Up to a time the beginning of a file is enough, if it is as long as that. */
  private void findLost(Map<String, Long> committed) throws IOException {
    Map<String, Long> needed = new LinkedHashMap<>(committed);
    if (!toTheEnd) {
      needed.replaceAll((sink, length) -> Math.min(length, 1));
    }
    new OutputFiles(run.outputs())
        .losses(needed)
        .forEach(loss -> lost.add(loss.subject() + " " + loss.what()));
  }

  private Problem beginning(RunReplay.Beginning beginning) {
    return Problem.of(
        "the recorded run of " + run.pipeline(),
        "its history begins with decision "
            + beginning.number()
            + " of "
            + beginning.partition().name()
            + ", at byte "
            + beginning.end().position()
            + " of "
            + run.input(beginning.partition(), beginning.end().file())
            + "; the decisions before it were let go",
        "a replay starts with the first one: keep more with journal.history");
  }

  private Problem forgotten(EntityId.KeyGroup group) {
    return Problem.of(
        "the recorded run of " + run.pipeline(),
        "where timers by the clock ran in "
            + group.name()
            + " was let go with its first records, once a snapshot stood for them",
        "such a stream can be replayed until then only");
  }

  private OutputStream stream(String sink) {
    ComparedOutput output = outputs.get(sink);
    return output == null ? OutputStream.nullOutputStream() : output;
  }

  /**
   * Replays to the end or the stop, or to the first difference.
   *
   * @return the first difference in words; empty where there is none
   */
  public Optional<String> run() throws IOException {
    if (!lost.isEmpty()) {
      return Optional.of(lost.get(0));
    }
    Optional<Difference> difference = replay.run();
    if (difference.isPresent()) {
      return difference.map(this::words);
    }
    for (Map.Entry<String, ComparedOutput> output : outputs.entrySet()) {
      String differs = difference(output.getKey(), output.getValue());
      if (differs != null) {
        return Optional.of("sink/" + output.getKey() + ", " + differs);
      }
    }
    return run.changedInputs().stream()
        .findFirst()
        .map(input -> "the input " + input + " was changed, though in none of its records");
  }

  private @Nullable String difference(String sink, ComparedOutput output) throws IOException {
    if (unordered.contains(sink)) {
      return toTheEnd ? output.differenceOfLength(run.isComplete()) : null;
    }
    return toTheEnd
        ? output.difference(run.isComplete())
        : output.differenceOfBeginning(run.isComplete());
  }

  private String words(Difference difference) {
    StringBuilder words = new StringBuilder(difference.entity().name());
    words.append(", ").append(difference.what()).append(' ').append(difference.number());
    words.append(": recorded=").append(difference.recorded());
    words.append(", replayed=").append(difference.replayed());
    Difference.Records records = difference.records();
    if (records != null) {
      Offset first = records.first();
      words.append("; the source has changed since it was read: file=");
      words.append(run.input(records.partition(), first.file()));
      words.append(", offset=").append(first.position());
      if (records.end().file() == first.file()) {
        words.append("..").append(records.end().position());
      }
    }
    return words.toString();
  }

  /** How far each partition is at the stop. */
  public List<Standing> standings() {
    return replay.standings();
  }

  /**
   * Takes out what each stream has open at the stop: the end of this replay.
   *
   * @param most how many windows are told of each stream
   */
  public List<OpenWindows> takeOpen(int most) {
    return replay.takeOpen(most);
  }

  /** The columns of a stream's results, and how a window fills them. */
  public RowFormat<Object> results(String stream) {
    return run.results(stream);
  }

  /** What stands for the rows of each sink, by the sink's name. */
  public Map<String, OutputDigest> sinks() {
    return replay.sinks();
  }

  /** Records read so far. */
  public long records() {
    return replay.records();
  }

  /** Decisions made so far. */
  public long decisions() {
    return replay.decisions();
  }

  @Override
  public void close() throws IOException {
    replay.close();
    for (ComparedOutput output : outputs.values()) {
      output.close();
    }
  }
}
