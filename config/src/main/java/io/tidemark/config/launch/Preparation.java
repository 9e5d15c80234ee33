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
import io.tidemark.connector.file.FileSource;
import io.tidemark.core.row.Row;
import java.io.IOException;
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
 * What is checked before a run, in the order in which it makes sense. Only {@link #createFolders}
 * changes anything.
 */
final class Preparation {
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

  void createFolders() throws Refused {
    outputs.createFolders();
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
