package io.tidemark.config.pipeline;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigSyntax;
import io.tidemark.config.refusal.Place;
import io.tidemark.config.refusal.Problem;
import io.tidemark.config.refusal.Refused;
import io.tidemark.core.entity.WaitingPolicy;
import io.tidemark.core.pipeline.Names;
import io.tidemark.persistence.journal.JournalSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a pipeline file as a whole. */
final class PipelineReader {
  private static final int MOST_KEY_GROUPS = 1_024;
  private static final int MOST_BATCH_SIZE = 1 << 20;
  private static final String PARSER_PLACE = "(?s)^.*?: ?(\\d+): (.*)$";

  private final Path file;
  private final Reading reading;

  private PipelineReader(Path file) {
    this.file = file;
    this.reading = new Reading(file);
  }

  static PipelineFile read(Path file) throws Refused {
    PipelineReader reader = new PipelineReader(file);
    Section root = new Section(reader.reading, "", reader.parse().root());
    Optional<Section> block = root.block("pipeline");
    if (block.isEmpty() && !root.has("pipeline")) {
      reader.reading.report(
          new Problem(
              new Place(file.toString(), 0),
              "pipeline",
              null,
              "missing",
              "allowed: pipeline { name = …, sources.… {}, streams.… {}, sinks.… {} }"));
    }
    root.finish();
    PipelineFile pipeline = block.isEmpty() ? null : reader.pipeline(block.get());
    reader.reading.refuseIfProblems();
    if (pipeline == null) {
      throw new AssertionError("no pipeline and no problem");
    }
    return pipeline;
  }

  private Config parse() throws Refused {
    String reason = null;
    if (!Files.exists(file)) {
      reason = "no such file";
    } else if (!Files.isRegularFile(file)) {
      reason = "not a file";
    } else if (!Files.isReadable(file)) {
      reason = "not readable";
    }
    if (reason != null) {
      throw new Refused(Problem.of(file.toString(), reason, "name a pipeline file"));
    }
    try {
      ConfigParseOptions options =
          ConfigParseOptions.defaults()
              .setSyntax(ConfigSyntax.CONF)
              .setAllowMissing(false)
              .setIncluder(new StrictIncluder());
      // Absolute: the library finds no neighbour of a file that is named without a folder.
      return ConfigFactory.parseFile(file.toAbsolutePath().toFile(), options).resolve();
    } catch (ConfigException e) {
      throw new Refused(syntax(e));
    }
  }

  /** The library puts the place in front of its message; here it has its own place. */
  private Problem syntax(ConfigException e) {
    String message = e.getMessage() == null ? "unreadable" : e.getMessage();
    int line = e.origin() == null ? 0 : Math.max(e.origin().lineNumber(), 0);
    Matcher matcher = Pattern.compile(PARSER_PLACE).matcher(message);
    if (matcher.matches()) {
      line = Integer.parseInt(matcher.group(1));
      message = matcher.group(2);
    }
    if (message.contains("include statements nested more than")) {
      message =
          "the included files include each other: " + file.getFileName() + " or one it includes";
    } else if (e instanceof ConfigException.Parse) {
      Optional<Brackets.Fault> fault = brackets();
      if (fault.isPresent()) {
        line = fault.get().line();
        message = fault.get().what();
      }
    }
    return new Problem(
        new Place(file.toString(), line), "not readable as HOCON", null, message, "");
  }

  private Optional<Brackets.Fault> brackets() {
    try {
      return Brackets.check(Files.readString(file));
    } catch (IOException e) {
      return Optional.empty(); // It could be read a moment ago: the library's message stands.
    }
  }

  private @Nullable PipelineFile pipeline(Section section) throws Refused {
    String name = name(section);
    List<SourceSettings> sources = new ArrayList<>();
    blocks(section, "sources", true)
        .forEachNamed((key, block) -> sources.add(new SourceReader(key, block).read()));
    List<StreamSettings> streams = new ArrayList<>();
    blocks(section, "streams", false)
        .forEachNamed((key, block) -> streams.add(new StreamReader(key, block).read()));
    List<SinkSettings> sinks = new ArrayList<>();
    blocks(section, "sinks", true)
        .forEachNamed((key, block) -> sinks.add(new SinkReader(key, block).read()));
    int keyGroups = section.optional("key-groups", Kind.integer(1, MOST_KEY_GROUPS), 8);
    boolean exactBatches = section.has("batch-size");
    int batchSize = section.optional("batch-size", Kind.integer(1, MOST_BATCH_SIZE), 4096);
    WaitingPolicy waiting = section.optional("waiting", Words.WAITING, WaitingPolicy.REFUSE);
    JournalSettings journal = JournalReader.read(section, PipelineFile.folder(file));
    ClusterSettings cluster = new ClusterReader(section, PipelineFile.folder(file)).read();
    String state = section.optional("state", Kind.path(), ".tidemark/" + name);
    section.finish();
    List<StreamSettings> ordered = new References(section, reading).check(sources, streams, sinks);
    reading.refuseIfProblems();
    Path folder = PipelineFile.folder(file);
    PipelineFile pipeline =
        new PipelineFile(
            file,
            name,
            sources,
            ordered,
            sinks,
            keyGroups,
            batchSize,
            exactBatches,
            waiting,
            journal,
            cluster,
            folder.resolve(state).normalize(),
            reading.settings());
    ColumnCheck.beforeFilesAreKnown(pipeline);
    return pipeline;
  }

  /** The name that stands there, or the stem of the file's name. */
  private String name(Section section) {
    String fileName = String.valueOf(file.getFileName());
    int point = fileName.lastIndexOf('.');
    String stem = point > 0 ? fileName.substring(0, point) : fileName;
    if (section.has("name") || !Names.isName(stem)) {
      return section.required("name", Kind.name()).orElse("pipeline");
    }
    return section.optional("name", Kind.name(), stem);
  }

  private static Section blocks(Section section, String key, boolean some) {
    Optional<Section> blocks = section.block(key);
    boolean none = blocks.isEmpty() ? !section.has(key) : blocks.get().keys().isEmpty();
    if (some && none) {
      section.problem(key, "there are none", "at least one block " + key + ".NAME { … }");
    }
    return blocks.orElseGet(() -> section.absent(key));
  }
}
