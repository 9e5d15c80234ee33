package io.tidemark.config.launch;

import io.tidemark.config.assembly.OpenedSources;
import io.tidemark.config.pipeline.PipelineFile;
import io.tidemark.config.pipeline.Setting;
import io.tidemark.config.pipeline.SinkSettings;
import io.tidemark.config.refusal.Problem;
import io.tidemark.config.refusal.Refused;
import io.tidemark.config.state.InputFile;
import io.tidemark.config.state.OutputFiles;
import io.tidemark.config.state.OutputFiles.Output;
import io.tidemark.config.state.Portable;
import io.tidemark.config.state.RunDecision;
import io.tidemark.config.state.RunState;
import io.tidemark.config.state.RunState.Control;
import io.tidemark.config.state.RunState.Status;
import io.tidemark.config.state.StateFolder;
import io.tidemark.connector.file.FileSource;
import io.tidemark.core.row.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A run whose state this process holds, with everything checked and {@code run.json} telling of it;
 * nothing of its outputs was touched. Close it when the run has ended.
 */
final class PreparedRun implements AutoCloseable {
  private final RunRequest request;
  private final StateFolder folder;
  private final OpenedSources sources;
  private final boolean resumed;
  private RunState state;

  private PreparedRun(
      RunRequest request,
      StateFolder folder,
      OpenedSources sources,
      RunState state,
      boolean resumed) {
    this.request = request;
    this.folder = folder;
    this.sources = sources;
    this.state = state;
    this.resumed = resumed;
  }

  /**
   * Prepares the run.
   *
   * @throws Refused where it may not run; nothing has changed then, but perhaps an empty folder
   * @throws IOException where the state cannot be written
   */
  static PreparedRun of(RunRequest request) throws Refused, IOException {
    Path path = request.state();
    if (!Files.exists(path)) {
      // What would be refused leaves no folder behind.
      new Preparation(request, null).begin();
    }
    StateFolder folder = StateFolder.open(path);
    try {
      return prepare(request, folder);
    } catch (Refused | IOException | RuntimeException e) {
      folder.close();
      throw e;
    }
  }

  private static PreparedRun prepare(RunRequest request, StateFolder folder)
      throws Refused, IOException {
    RunState old = old(request, folder);
    Preparation preparation = new Preparation(request, old);
    if (preparation.resumes()) {
      OpenedSources sources = preparation.resume();
      RunState state = Optional.ofNullable(old).orElseThrow();
      PreparedRun run = new PreparedRun(request, folder, sources, state, true);
      run.settle(Status.RUNNING);
      return run;
    }
    OpenedSources sources = preparation.begin();
    RunState state = preparation.starting(sources);
    // From here on the journal belongs to no run, and the outputs to the new one.
    folder.write(state);
    folder.deleteJournal();
    preparation.outputs.createFolders();
    PreparedRun run = new PreparedRun(request, folder, sources, state, false);
    run.settle(Status.RUNNING);
    return run;
  }

  /** The state there is; a state that is discarded need not be readable. */
  private static @Nullable RunState old(RunRequest request, StateFolder folder) throws Refused {
    try {
      return folder.read().orElse(null);
    } catch (Refused e) {
      if (request.fresh()) {
        return null;
      }
      throw e;
    }
  }

  static void refuseConflicts(RunRequest request, OpenedSources sources) throws Refused {
    new Preparation(request, null).refuseConflicts(sources);
  }

  /** Records how far the run is. */
  void settle(Status status) throws IOException {
    state = state.as(status, ProcessHandle.current().pid(), null);
    folder.write(state);
  }

  /** Records where the run, which is under way, answers questions. */
  void answersAt(Control control) throws IOException {
    state = state.as(Status.RUNNING, ProcessHandle.current().pid(), control);
    folder.write(state);
  }

  RunRequest request() {
    return request;
  }

  OpenedSources sources() {
    return sources;
  }

  Path journal() {
    return folder.journal();
  }

  /** Whether an interrupted run goes on. */
  boolean resumed() {
    return resumed;
  }

  /** Files that match the paths of the pipeline file by now and are not part of the run. */
  List<Path> laterFiles() {
    List<Path> later = new ArrayList<>();
    try {
      for (Map.Entry<String, FileSource<Row>> source :
          OpenedSources.find(request.pipeline()).sources().entrySet()) {
        later.addAll(source.getValue().files());
        later.removeAll(sources.source(source.getKey()).files());
      }
    } catch (Refused e) {
      // What does not even fit the source is no part of it either.
      return List.of();
    }
    return later;
  }

  @Override
  public void close() throws IOException {
    folder.close();
  }

  /** The checks, in the order in which they make sense; nothing is changed by them. */
  private static final class Preparation {
    private final RunRequest request;
    private final PipelineFile pipeline;
    private final @Nullable RunState old;
    private final Portable portable;
    private final OutputFiles outputs;

    Preparation(RunRequest request, @Nullable RunState old) {
      this.request = request;
      this.pipeline = request.pipeline();
      this.old = old;
      this.portable = new Portable(pipeline.folder());
      this.outputs = outputs(request);
    }

    boolean resumes() throws Refused, IOException {
      List<String> changes = new ArrayList<>();
      if (old != null) {
        for (InputFile input : old.inputs()) {
          String change = input.change(portable.resolve(input.path()));
          if (!change.isEmpty()) {
            changes.add("its input " + input.path() + " " + change);
          }
        }
      }
      RunState now = RunState.starting(pipeline.name(), settings(), List.of(), remembered());
      RunDecision decision = RunDecision.decide(old, now, changes, request.fresh());
      if (decision instanceof RunDecision.Refuse refuse) {
        throw new Refused(refuse.problems());
      }
      return decision instanceof RunDecision.Resume;
    }

    /** The sources of the old run: its files, whatever else matches by now. */
    OpenedSources resume() throws Refused {
      Map<String, List<String>> files = new LinkedHashMap<>();
      for (InputFile input : Optional.ofNullable(old).orElseThrow().inputs()) {
        files.computeIfAbsent(input.source(), name -> new ArrayList<>()).add(input.path());
      }
      OpenedSources sources = OpenedSources.reopen(pipeline, files);
      refuseConflicts(sources);
      return sources;
    }

    /** The sources of a new run. */
    OpenedSources begin() throws Refused {
      OpenedSources sources = OpenedSources.find(pipeline);
      refuseConflicts(sources);
      Set<Path> own = new HashSet<>();
      if (old != null) {
        old.outputs().forEach(output -> own.add(portable.resolve(output)));
      }
      refuse(outputs.strangers(own, request.fresh()));
      return sources;
    }

    RunState starting(OpenedSources sources) throws IOException {
      List<InputFile> inputs = new ArrayList<>();
      for (Map.Entry<String, FileSource<Row>> source : sources.sources().entrySet()) {
        for (Path file : source.getValue().files()) {
          inputs.add(InputFile.of(source.getKey(), portable.remember(file), file));
        }
      }
      return RunState.starting(pipeline.name(), settings(), inputs, remembered());
    }

    private Map<String, String> settings() {
      Map<String, String> settings = new LinkedHashMap<>();
      pipeline.settings().stream()
          .filter(Setting::shapesResult)
          .forEach(setting -> settings.put(setting.path(), setting.value()));
      return settings;
    }

    private List<String> remembered() {
      return outputs.outputs().stream().map(output -> portable.remember(output.file())).toList();
    }

    void refuseConflicts(OpenedSources sources) throws Refused {
      refuse(outputs.conflicts(reads(sources), request.state()));
    }

    private List<Path> reads(OpenedSources sources) {
      List<Path> reads = new ArrayList<>();
      reads.add(pipeline.file());
      sources.sources().values().forEach(source -> reads.addAll(source.files()));
      return reads;
    }

    private static void refuse(List<Problem> problems) throws Refused {
      if (!problems.isEmpty()) {
        throw new Refused(problems);
      }
    }

    private static OutputFiles outputs(RunRequest request) {
      return new OutputFiles(
          request.pipeline().sinks().stream()
              .filter(sink -> !sink.toStandardOutput())
              .map(sink -> output(request, sink))
              .toList());
    }

    private static Output output(RunRequest request, SinkSettings sink) {
      Path file = request.outputs().resolve(sink.path()).normalize();
      return new Output(sink.name(), file, sink.overwrite());
    }
  }
}
