package io.tidemark.config.pipeline;

import io.tidemark.config.refusal.Place;
import io.tidemark.config.refusal.Refused;
import io.tidemark.core.entity.WaitingPolicy;
import io.tidemark.core.row.Schema;
import io.tidemark.persistence.journal.JournalSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A pipeline as its file describes it: complete, with every default filled in, and free of
 * contradictions. What only the input files can tell, their columns, is checked by {@link
 * #schemas}.
 *
 * @param file the pipeline file, as it was named
 * @param name the pipeline's name
 * @param sources at least one, in the order of the file
 * @param streams in an order in which each comes after what it reads
 * @param sinks at least one, in the order of the file
 * @param keyGroups how many key groups a computation has
 * @param batchSize how many records are read at once
 * @param exactBatches whether the file says so, and then never several batches at once
 * @param waiting whether sources that meet wait for each other
 * @param journal how the journal is kept
 * @param cluster how its nodes find each other, where it runs on several
 * @param state the folder of the state, absolute
 * @param settings every setting as it takes effect
 */
public record PipelineFile(
    Path file,
    String name,
    List<SourceSettings> sources,
    List<StreamSettings> streams,
    List<SinkSettings> sinks,
    int keyGroups,
    int batchSize,
    boolean exactBatches,
    WaitingPolicy waiting,
    JournalSettings journal,
    ClusterSettings cluster,
    Path state,
    List<Setting> settings) {

  /** Copies the lists. */
  public PipelineFile {
    sources = List.copyOf(sources);
    streams = List.copyOf(streams);
    sinks = List.copyOf(sinks);
    settings = List.copyOf(settings);
  }

  /**
   * Reads and checks a pipeline file.
   *
   * @throws Refused where it cannot be read or is wrong; all problems that could be found
   */
  public static PipelineFile read(Path file) throws Refused {
    return PipelineReader.read(file);
  }

  /** The folder that relative paths start from, absolute. */
  public Path folder() {
    return folder(file);
  }

  /** The source of the name. */
  public Optional<SourceSettings> source(String name) {
    return sources.stream().filter(source -> source.name().equals(name)).findFirst();
  }

  /** The stream of the name. */
  public Optional<StreamSettings> stream(String name) {
    return streams.stream().filter(stream -> stream.name().equals(name)).findFirst();
  }

  /**
   * The sources and computed streams whose elements the source or stream of the name hands on: what
   * has no key is made where it is read.
   */
  public List<String> origins(String name) {
    return stream(name)
        .filter(StreamSettings::isOfRows)
        .map(this::inputs)
        .orElseGet(() -> List.of(name));
  }

  /** The sources and computed streams whose elements come to a stream. */
  public List<String> inputs(StreamSettings stream) {
    return stream.froms().stream().flatMap(from -> origins(from).stream()).distinct().toList();
  }

  /** Where the setting of the path stands; the file for a default. */
  public Place place(String path) {
    return written(path).orElse(new Place(file.toString(), 0));
  }

  /** Where somebody wrote the setting of the path; empty for a default. */
  Optional<Place> written(String path) {
    return settings.stream()
        .filter(setting -> setting.path().equals(path) && !setting.isDefault())
        .map(Setting::place)
        .findFirst();
  }

  /**
   * The columns of every stream, given those of every source.
   *
   * @throws Refused where a setting names a column that does not exist or cannot be used so
   */
  public Map<String, Schema> schemas(Map<String, Schema> ofSources) throws Refused {
    return ColumnCheck.schemas(this, ofSources);
  }

  static Path folder(Path file) {
    Path parent = file.toAbsolutePath().normalize().getParent();
    return parent == null ? file.toAbsolutePath().getRoot() : parent;
  }
}
