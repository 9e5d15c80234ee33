package io.tidemark.config.launch;

import io.tidemark.config.launch.Described.Opened;
import io.tidemark.config.refusal.Refused;
import io.tidemark.config.state.RunState;
import io.tidemark.config.state.RunState.Control;
import io.tidemark.config.state.RunState.Status;
import io.tidemark.config.state.StateFolder;
import io.tidemark.persistence.journal.PostgresSettings;
import io.tidemark.persistence.journal.SharedRun;
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
 * A run whose state this process holds, with everything checked and {@code run.json} telling of it.
 * The outputs of a new run are empty; those of one that goes on were not touched. Close it when the
 * run has ended.
 */
final class PreparedRun implements AutoCloseable {
  private final RunRequest request;
  private final StateFolder folder;
  private final @Nullable SharedRun shared;
  private final Opened opened;
  private final boolean resumed;
  private RunState state;
  private boolean withdrawn;

  private PreparedRun(
      RunRequest request,
      StateFolder folder,
      @Nullable SharedRun shared,
      Opened opened,
      RunState state,
      boolean resumed) {
    this.request = request;
    this.folder = folder;
    this.shared = shared;
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
    PostgresSettings postgres = request.pipeline().journal().postgres();
    if (!Files.exists(path) && postgres == null) {
      // What would be refused leaves no folder behind.
      new Preparation(request, null).begin();
    }
    StateFolder folder = StateFolder.open(path);
    SharedRun shared = null;
    try {
      if (postgres != null) {
        shared = SharedRuns.attend(request, postgres);
      }
      return prepare(request, folder, shared);
    } catch (Refused e) {
      close(folder, shared, postgres != null);
      throw e;
    } catch (IOException | RuntimeException e) {
      close(folder, shared, false);
      throw e;
    }
  }

  private static void close(StateFolder folder, @Nullable SharedRun shared, boolean withdraw)
      throws IOException {
    if (shared != null) {
      shared.close();
    }
    if (withdraw) {
      folder.withdraw();
    } else {
      folder.close();
    }
  }

  private static PreparedRun prepare(
      RunRequest request, StateFolder folder, @Nullable SharedRun shared)
      throws Refused, IOException {
    RunState old = shared == null ? old(request, folder) : SharedRuns.old(request, shared);
    boolean node = request.node().isPresent();
    Preparation preparation = new Preparation(request, old);
    boolean complete = node && old != null && old.isComplete() && !request.fresh();
    if (complete || preparation.resumes()) {
      Opened opened = preparation.resume();
      RunState state = Optional.ofNullable(old).orElseThrow();
      PreparedRun run = new PreparedRun(request, folder, shared, opened, state, true);
      if (!complete) {
        run.settle(Status.RUNNING);
      }
      return run;
    }
    Opened opened = preparation.begin();
    RunState state = preparation.starting(opened);
    PreparedRun run = new PreparedRun(request, folder, shared, opened, state, false);
    // From here on the journal belongs to no run, and the outputs to the new one.
    run.write();
    folder.deleteJournal();
    SharedRuns.discard(request);
    preparation.makeRoom(shared != null);
    run.settle(Status.RUNNING);
    return run;
  }

  /** From here on other nodes may take part, and rely on the outputs being there. */
  void letOthersIn() {
    if (shared != null && request.node().isPresent()) {
      shared.letOthersIn();
    }
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
    write();
  }

  /** Records that the run is not begun, or not gone on with, by this process. */
  void refuse() throws IOException {
    settle(Status.INTERRUPTED);
    // Of a shared run the database knows.
    withdrawn = shared != null;
  }

  /** A node that only leaves says nothing of the run, which its other nodes go on with. */
  private void write() throws IOException {
    folder.write(state);
    if (shared != null && (shared.isAlone() || state.isComplete())) {
      SharedRuns.write(shared, state);
    }
  }

  /** Whether nothing is left to do for a node: the run it would take part in is complete. */
  boolean isComplete() {
    return state.isComplete();
  }

  /** Whether other processes can take part in the run. */
  boolean isShared() {
    return shared != null;
  }

  /** Whether other nodes may be at work: then outputs and journal grow while they are looked at. */
  boolean amongOthers() {
    return shared != null && !shared.isAlone();
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
    close(folder, shared, withdrawn);
  }
}
