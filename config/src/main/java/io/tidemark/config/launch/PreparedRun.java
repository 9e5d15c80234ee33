package io.tidemark.config.launch;

import io.tidemark.config.launch.Described.Opened;
import io.tidemark.config.refusal.Refused;
import io.tidemark.config.state.RunState;
import io.tidemark.config.state.RunState.Control;
import io.tidemark.config.state.RunState.Status;
import io.tidemark.config.state.StateFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
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
  private final Opened opened;
  private final boolean resumed;
  private RunState state;

  private PreparedRun(
      RunRequest request, StateFolder folder, Opened opened, RunState state, boolean resumed) {
    this.request = request;
    this.folder = folder;
    this.opened = opened;
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
      Opened opened = preparation.resume();
      RunState state = Optional.ofNullable(old).orElseThrow();
      PreparedRun run = new PreparedRun(request, folder, opened, state, true);
      run.settle(Status.RUNNING);
      return run;
    }
    Opened opened = preparation.begin();
    RunState state = preparation.starting(opened);
    // From here on the journal belongs to no run, and the outputs to the new one.
    folder.write(state);
    folder.deleteJournal();
    preparation.createFolders();
    PreparedRun run = new PreparedRun(request, folder, opened, state, false);
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

  static void refuseConflicts(RunRequest request, Collection<List<Path>> inputs) throws Refused {
    new Preparation(request, null).refuseConflicts(inputs);
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

  Opened opened() {
    return opened;
  }

  Path journal() {
    return folder.journal();
  }

  /** Whether an interrupted run goes on. */
  boolean resumed() {
    return resumed;
  }

  /** Files that match the paths of the pipeline by now and are not part of the run. */
  List<Path> laterFiles() {
    List<Path> later = new ArrayList<>();
    try {
      Map<String, List<Path>> read = opened.inputs();
      request
          .pipeline()
          .find()
          .inputs()
          .forEach(
              (source, files) ->
                  files.stream()
                      .filter(file -> !read.getOrDefault(source, List.of()).contains(file))
                      .forEach(later::add));
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
