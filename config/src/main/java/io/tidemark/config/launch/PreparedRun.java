package io.tidemark.config.launch;

import io.tidemark.config.assembly.OpenedSources;
import io.tidemark.config.refusal.Refused;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
   * @throws Refused where it may not run; nothing of the outputs has changed then
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
    preparation.createFolders();
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
}
