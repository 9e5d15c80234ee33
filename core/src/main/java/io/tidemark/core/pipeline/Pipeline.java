package io.tidemark.core.pipeline;

import io.tidemark.core.entity.Limits;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The immutable description of a pipeline: sources, streams over them, sinks.
 *
 * @param name of letters, digits, {@code -} and {@code _}
 * @param keyGroups number of key groups of each computation that runs in key groups, at least 1;
 *     chosen once: it is part of the pipeline's state
 */
public record Pipeline(
    String name,
    List<SourceSpec> sources,
    List<StreamSpec> streams,
    List<SinkSpec> sinks,
    int keyGroups,
    Limits limits) {
  /** The same with other bounds. */
  public Pipeline withLimits(Limits other) {
    return new Pipeline(name, sources, streams, sinks, keyGroups, other);
  }

  /** Copies the lists and refuses two things of one name and a stream or sink over nothing. */
  public Pipeline {
    sources = List.copyOf(sources);
    streams = List.copyOf(streams);
    sinks = List.copyOf(sinks);
    if (keyGroups < 1) {
      throw new IllegalArgumentException("key groups must be at least 1: keyGroups=" + keyGroups);
    }
    Set<String> names = new HashSet<>();
    sources.forEach(source -> require(names.add(source.name()), "twice: " + source.name()));
    streams.forEach(stream -> require(names.add(stream.name()), "twice: " + stream.name()));
    for (StreamSpec stream : streams) {
      for (String from : stream.froms()) {
        require(names.contains(from), "stream " + stream.name() + " is over nothing: from=" + from);
      }
    }
    Set<String> sinkNames = new HashSet<>();
    for (SinkSpec sink : sinks) {
      require(sinkNames.add(sink.name()), "two sinks have the name " + sink.name());
    }
    require(!sinks.isEmpty(), "a pipeline needs a sink");
  }

  /**
   * Describes a pipeline in a program:
   *
   * <pre>{@code
   * Pipeline tollbooth = Pipeline.named("tollbooth", p -> p
   *     .source("crossings", CsvFiles.of(Crossing.class).at("data/crossings/*.csv"))
   *     .time(TimePolicy.eventTime(Crossing::entered).arrivalTime(Crossing::received))
   *     .keyBy("booth", Crossing::booth)
   *     .window(Windows.tumbling(Duration.ofMinutes(5)).endInclusive())
   *     .aggregate("counts", Aggregates.count().as("cars"))
   *     .to(CsvFile.at("out/counts.csv")));
   * }</pre>
   *
   * <p>Stages are values: one that is kept in a variable can be built on more than once. Functions
   * are called from many threads, and are functions of their arguments alone.
   *
   * @param name letters, digits, {@code -} and {@code _}, at most 100
   * @param description states what there is, by the draft and the stages it gives
   * @throws IllegalArgumentException where it contradicts itself or leads nowhere; the message says
   *     what is wrong and what is allowed
   */
  public static Pipeline named(String name, Consumer<PipelineDraft> description) {
    PipelineDraft draft = new PipelineDraft(name);
    description.accept(draft);
    return draft.finish();
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
