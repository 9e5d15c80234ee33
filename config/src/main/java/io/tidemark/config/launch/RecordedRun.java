package io.tidemark.config.launch;

import io.tidemark.config.assembly.Assembly;
import io.tidemark.config.assembly.OpenedSources;
import io.tidemark.config.pipeline.PipelineFile;
import io.tidemark.config.refusal.Problem;
import io.tidemark.config.refusal.Refused;
import io.tidemark.config.state.InputFile;
import io.tidemark.config.state.OutputFiles.Output;
import io.tidemark.config.state.Portable;
import io.tidemark.config.state.RunDecision;
import io.tidemark.config.state.RunState;
import io.tidemark.config.state.RunState.Status;
import io.tidemark.config.state.StateFolder;
import io.tidemark.connector.file.IoReason;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.sink.RowFormat;
import io.tidemark.persistence.journal.JournalContents;
import io.tidemark.persistence.journal.JournalException;
import io.tidemark.persistence.journal.JournalSettings;
import io.tidemark.persistence.journal.PostgresSettings;
import io.tidemark.persistence.journal.SharedRun;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * A run that no process is at, as its state has it, held by this process and checked against what
 * its pipeline and inputs are now. Neither {@code run.json} nor any record changes by that.
 */
public final class RecordedRun implements AutoCloseable {
  private final Closeable held;
  private final PipelineFile file;
  private final Described described;
  private final RunState state;
  private final OpenedSources sources;
  private final JournalContents journal;
  private final List<String> changedInputs;

  private RecordedRun(
      Closeable held,
      PipelineFile file,
      Described described,
      RunState state,
      OpenedSources sources,
      JournalContents journal,
      List<String> changedInputs) {
    this.held = held;
    this.file = file;
    this.described = described;
    this.state = state;
    this.sources = sources;
    this.journal = journal;
    this.changedInputs = changedInputs;
  }

  /**
   * Takes the recorded run.
   *
   * @param outputs the folder that relative output paths start from; absolute
   * @param state the folder of the state; absolute
   * @throws Refused where there is none, a process is at it, or the pipeline, its inputs or its
   *     outputs are others
   */
  public static RecordedRun open(PipelineFile file, Path outputs, Path state)
      throws Refused, IOException {
    Described described = new DescribedByFile(file, outputs);
    return file.journal().postgres() == null
        ? inFolder(file, described, state)
        : shared(file, described, RunRequest.of(file, outputs, state, false));
  }

  private static RecordedRun inFolder(PipelineFile file, Described described, Path state)
      throws Refused, IOException {
    if (!Files.exists(state)) {
      throw new Refused(
          Problem.of("the state " + state, "is not there", "name another one with --state"));
    }
    StateFolder folder = StateFolder.open(state);
    try {
      RunState old = begun(folder.read(), "the state " + state);
      return open(folder, folder.journal(), file, described, old);
    } catch (Refused | RuntimeException e) {
      folder.close();
      throw e;
    }
  }

  /** While it is replayed nobody may go on with it. */
  private static RecordedRun shared(PipelineFile file, Described described, RunRequest request)
      throws Refused {
    PostgresSettings database = Objects.requireNonNull(file.journal().postgres());
    SharedRun run = SharedRuns.attend(request, database);
    try {
      Optional<RunState> recorded = Optional.ofNullable(SharedRuns.old(request, run));
      RunState old = begun(recorded, "the journal " + database.url());
      return open(run::close, request.state(), file, described, old);
    } catch (Refused | RuntimeException e) {
      run.close();
      throw e;
    }
  }

  private static RunState begun(Optional<RunState> recorded, String where) throws Refused {
    return recorded
        .filter(run -> run.status() != Status.STARTING)
        .orElseThrow(
            () ->
                new Refused(
                    Problem.of(
                        where,
                        "tells of no run",
                        "run the pipeline first, or name another state with --state")));
  }

  private static RecordedRun open(
      Closeable held, Path directory, PipelineFile file, Described described, RunState old)
      throws Refused {
    Portable portable = new Portable(file.folder());
    List<String> changed = new ArrayList<>();
    List<String> lost = new ArrayList<>();
    Map<String, List<String>> inputs = new LinkedHashMap<>();
    for (InputFile input : old.inputs()) {
      inputs.computeIfAbsent(input.source(), name -> new ArrayList<>()).add(input.path());
      String change = change(input, portable);
      if (change.equals(InputFile.CHANGED)) {
        changed.add(input.path());
      } else if (!change.isEmpty()) {
        lost.add("its input " + input.path() + " " + change);
      }
    }
    RunState now =
        RunState.starting(
            described.name(),
            described.settings(),
            List.of(),
            described.outputs().stream().map(output -> portable.remember(output.file())).toList());
    List<String> differences = RunDecision.differences(old, now, lost);
    if (!differences.isEmpty()) {
      throw new Refused(
          differences.stream()
              .map(
                  difference ->
                      Problem.of(
                          "the recorded run of " + old.pipeline(),
                          difference,
                          "undo the change to replay it"))
              .toList());
    }
    OpenedSources sources = OpenedSources.reopen(file, inputs);
    return new RecordedRun(
        held, file, described, old, sources, journal(directory, described.journal()), changed);
  }

  private static JournalContents journal(Path directory, JournalSettings settings) throws Refused {
    try {
      return JournalContents.open(directory, settings);
    } catch (JournalException | IllegalArgumentException e) {
      throw new Refused(Problem.of("the journal", String.valueOf(e.getMessage()), ""));
    }
  }

  private static String change(InputFile input, Portable portable) {
    try {
      return input.change(portable.resolve(input.path()));
    } catch (IOException e) {
      return "cannot be read: " + IoReason.of(e);
    }
  }

  /** What the run recorded. */
  public JournalContents journal() {
    return journal;
  }

  /** The pipeline's name. */
  public String pipeline() {
    return state.pipeline();
  }

  /** Whether everything had reached its output. */
  public boolean isComplete() {
    return state.status() == Status.COMPLETE;
  }

  /** The files it wrote. */
  public List<Output> outputs() {
    return described.outputs();
  }

  /** Inputs whose beginning is another one now, as they are remembered. */
  public List<String> changedInputs() {
    return changedInputs;
  }

  /** The pipeline, with sinks that write their bytes to the stream of their name. */
  public Pipeline pipeline(Function<String, OutputStream> bytes) {
    return new Assembly(file, sources).pipeline(bytes);
  }

  /** The columns of a stream's results, which are window results. */
  public RowFormat<Object> results(String stream) {
    return new Assembly(file, sources).results(stream);
  }

  /** A file that a partition reads, as it is remembered, by its index among these. */
  public String input(EntityId.Partition partition, int index) {
    var source = sources.source(partition.source());
    Path read =
        source.severalFiles()
            ? source.files().get(index)
            : source.files().get(Math.min(partition.index(), source.files().size() - 1));
    return new Portable(file.folder()).remember(read);
  }

  @Override
  public void close() throws IOException {
    journal.close();
    held.close();
  }
}
