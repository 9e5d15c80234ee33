package io.tidemark.config.launch;

import io.tidemark.config.refusal.Problem;
import io.tidemark.config.refusal.Refused;
import io.tidemark.config.state.OutputFiles.Output;
import io.tidemark.connector.file.FileSource;
import io.tidemark.connector.file.FileWriters;
import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.pipeline.SinkSpec;
import io.tidemark.core.pipeline.SourceSpec;
import io.tidemark.persistence.journal.JournalSettings;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/**
 * A pipeline that a program describes. Its files are those of the file connector's sources and
 * sinks; what a program reads and writes by classes of its own is its own affair.
 *
 * @param folder absolute
 */
record DescribedByProgram(Pipeline pipeline, Path folder, JournalSettings journal)
    implements Described {
  @Override
  public String name() {
    return pipeline.name();
  }

  @Override
  public List<Path> files() {
    return List.of();
  }

  @Override
  public Map<String, String> settings() {
    return ProgramSettings.of(pipeline);
  }

  @Override
  public List<Output> outputs() {
    List<Output> outputs = new ArrayList<>();
    for (SinkSpec sink : pipeline.sinks()) {
      if (sink.writer() instanceof FileWriters<?> writers) {
        outputs.add(
            new Output(
                sink.name(),
                writers.destination().file(),
                writers.destination().overwrite(),
                null));
      }
    }
    return outputs;
  }

  @Override
  public boolean follows(String source) {
    return pipeline.sources().stream()
        .anyMatch(spec -> spec.name().equals(source) && spec.source().follows());
  }

  @Override
  public Opened find() {
    return new Sources(pipeline);
  }

  @Override
  public Opened reopen(Map<String, List<String>> files) throws Refused {
    List<SourceSpec> sources = new ArrayList<>();
    for (SourceSpec source : pipeline.sources()) {
      sources.add(
          source.source() instanceof FileSource<Object> all
              ? withSource(source, only(source.name(), all, files))
              : source);
    }
    return new Sources(
        new Pipeline(
            pipeline.name(),
            sources,
            pipeline.streams(),
            pipeline.sinks(),
            pipeline.keyGroups(),
            pipeline.limits()));
  }

  private FileSource<Object> only(
      String name, FileSource<Object> all, Map<String, List<String>> files) throws Refused {
    LinkedHashSet<Path> remembered = new LinkedHashSet<>();
    files.getOrDefault(name, List.of()).forEach(file -> remembered.add(folder.resolve(file)));
    try {
      return all.only(remembered);
    } catch (IllegalArgumentException e) {
      throw new Refused(
          Problem.of("the source " + name, String.valueOf(e.getMessage()), "undo the change"));
    }
  }

  private static SourceSpec withSource(SourceSpec spec, FileSource<Object> source) {
    return new SourceSpec(
        spec.name(),
        source,
        spec.eventTime(),
        spec.arrivalTime(),
        spec.policy(),
        spec.substreams(),
        spec.confined(),
        spec.promised(),
        spec.flush(),
        spec.stopOnBadInput(),
        spec.codec());
  }

  private record Sources(Pipeline pipeline) implements Opened {
    @Override
    public Map<String, List<Path>> inputs() {
      Map<String, List<Path>> inputs = new LinkedHashMap<>();
      for (SourceSpec source : pipeline.sources()) {
        if (source.source() instanceof FileSource<Object> files) {
          inputs.put(source.name(), files.files());
        }
      }
      return inputs;
    }

    @Override
    public Pipeline pipeline(OutputStream standardOutput) {
      return pipeline;
    }

    @Override
    public List<Problem> warnings() {
      return List.of();
    }
  }
}
