package io.tidemark.config.launch;

import io.tidemark.config.assembly.Assembly;
import io.tidemark.config.assembly.OpenedSources;
import io.tidemark.config.pipeline.PipelineFile;
import io.tidemark.config.pipeline.Setting;
import io.tidemark.config.pipeline.SourceSettings;
import io.tidemark.config.plan.Warnings;
import io.tidemark.config.refusal.Problem;
import io.tidemark.config.refusal.Refused;
import io.tidemark.config.state.OutputFiles.Output;
import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.persistence.journal.JournalSettings;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A pipeline file.
 *
 * @param outputFolder the folder that relative output paths start from; absolute
 */
record DescribedByFile(PipelineFile file, Path outputFolder) implements Described {
  @Override
  public String name() {
    return file.name();
  }

  @Override
  public Path folder() {
    return file.folder();
  }

  @Override
  public List<Path> files() {
    Set<Path> files = new LinkedHashSet<>();
    files.add(file.file());
    for (Setting setting : file.settings()) {
      String named = setting.place().file();
      if (named != null) {
        files.add(Path.of(named));
      }
    }
    return List.copyOf(files);
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    file.settings().stream()
        .filter(Setting::shapesResult)
        .forEach(setting -> settings.put(setting.path(), setting.value()));
    return settings;
  }

  @Override
  public List<Output> outputs() {
    return file.sinks().stream()
        .filter(sink -> !sink.toStandardOutput())
        .map(
            sink ->
                new Output(
                    sink.name(),
                    outputFolder.resolve(sink.path()).normalize(),
                    sink.overwrite(),
                    file.place("pipeline.sinks." + sink.name() + ".path")))
        .toList();
  }

  @Override
  public boolean follows(String source) {
    return file.source(source).map(SourceSettings::follow).orElse(false);
  }

  @Override
  public JournalSettings journal() {
    return file.journal();
  }

  @Override
  public Opened find() throws Refused {
    return new Sources(file, outputFolder, OpenedSources.find(file));
  }

  @Override
  public Opened reopen(Map<String, List<String>> files) throws Refused {
    return new Sources(file, outputFolder, OpenedSources.reopen(file, files));
  }

  private record Sources(PipelineFile file, Path outputFolder, OpenedSources opened)
      implements Opened {
    @Override
    public Map<String, List<Path>> inputs() {
      Map<String, List<Path>> inputs = new LinkedHashMap<>();
      opened.sources().forEach((name, source) -> inputs.put(name, source.files()));
      return inputs;
    }

    @Override
    public Pipeline pipeline(OutputStream standardOutput) {
      return new Assembly(file, opened).pipeline(outputFolder, standardOutput);
    }

    @Override
    public List<Problem> warnings() {
      return Warnings.of(file, new Assembly(file, opened));
    }
  }
}
