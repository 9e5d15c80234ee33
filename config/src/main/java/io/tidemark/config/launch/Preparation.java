package io.tidemark.config.launch;

import io.tidemark.config.launch.Described.Opened;
import io.tidemark.config.refusal.Problem;
import io.tidemark.config.refusal.Refused;
import io.tidemark.config.state.InputFile;
import io.tidemark.config.state.OutputFiles;
import io.tidemark.config.state.Portable;
import io.tidemark.config.state.RunDecision;
import io.tidemark.config.state.RunState;
import io.tidemark.connector.file.IoReason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is checked before a run, in the order in which it makes sense. Only {@link #makeRoom}
 * changes anything.
 */
final class Preparation {
  private final RunRequest request;
  private final Described pipeline;
  private final @Nullable RunState old;
  private final Portable portable;
  private final OutputFiles outputs;

  Preparation(RunRequest request, @Nullable RunState old) {
    this.request = request;
    this.pipeline = request.pipeline();
    this.old = old;
    this.portable = new Portable(pipeline.folder());
    this.outputs = new OutputFiles(pipeline.outputs());
  }

  boolean resumes() throws Refused {
    List<String> changes = new ArrayList<>();
    if (old != null) {
      for (InputFile input : old.inputs()) {
        String change = change(input);
        if (!change.isEmpty()) {
          changes.add("its input " + input.path() + " " + change);
        }
      }
    }
    RunState now = RunState.starting(pipeline.name(), pipeline.settings(), List.of(), remembered());
    RunDecision decision = RunDecision.decide(old, now, changes, request.fresh());
    if (decision instanceof RunDecision.Refuse refuse) {
      throw new Refused(refuse.problems());
    }
    return decision instanceof RunDecision.Resume;
  }

  /** A file that cannot be read any more is no longer what it was. */
  private String change(InputFile input) {
    try {
      Path file = portable.resolve(input.path());
      return pipeline.follows(input.source()) ? input.change(file) : input.changeOrGrowth(file);
    } catch (IOException e) {
      return "cannot be read: " + IoReason.of(e);
    }
  }

  /** The old run: its files, whatever else matches by now. */
  Opened resume() throws Refused {
    Map<String, List<String>> files = new LinkedHashMap<>();
    for (InputFile input : Optional.ofNullable(old).orElseThrow().inputs()) {
      files.computeIfAbsent(input.source(), name -> new ArrayList<>()).add(input.path());
    }
    Opened opened = pipeline.reopen(files);
    refuseConflicts(opened.inputs().values());
    return opened;
  }

  /** A new run. */
  Opened begin() throws Refused {
    Opened opened = pipeline.find();
    refuseConflicts(opened.inputs().values());
    Set<Path> own = new HashSet<>();
    if (old != null) {
      old.outputs().forEach(output -> own.add(portable.resolve(output)));
    }
    refuse(outputs.strangers(own, request.fresh()));
    return opened;
  }

  /**
   * What the outputs had in them goes, and their folders are made; where other nodes look for the
   * files, these too.
   */
  void makeRoom(boolean forOthers) throws Refused {
    outputs.empty();
    if (forOthers) {
      outputs.createMissing();
    } else {
      outputs.createFolders();
    }
  }

  RunState starting(Opened opened) throws Refused {
    List<InputFile> inputs = new ArrayList<>();
    for (Map.Entry<String, List<Path>> source : opened.inputs().entrySet()) {
      for (Path file : source.getValue()) {
        inputs.add(input(source.getKey(), file));
      }
    }
    return RunState.starting(pipeline.name(), pipeline.settings(), inputs, remembered());
  }

  private InputFile input(String source, Path file) throws Refused {
    try {
      return InputFile.of(source, portable.remember(file), file);
    } catch (IOException e) {
      throw new Refused(
          Problem.of(
              file.toString(),
              "cannot be read: source=" + source + ", reason=" + IoReason.of(e),
              "put that right and run again"));
    }
  }

  private List<String> remembered() {
    return outputs.outputs().stream().map(output -> portable.remember(output.file())).toList();
  }

  /** Refuses outputs that are in the way of each other, of the inputs or of the state. */
  void refuseConflicts(Collection<List<Path>> inputs) throws Refused {
    List<Path> reads = new ArrayList<>(pipeline.files());
    inputs.forEach(reads::addAll);
    refuse(outputs.conflicts(reads, request.state()));
  }

  private static void refuse(List<Problem> problems) throws Refused {
    if (!problems.isEmpty()) {
      throw new Refused(problems);
    }
  }
}
