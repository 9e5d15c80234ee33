package io.tidemark.core.pipeline;

import io.tidemark.core.codec.Codec;
import io.tidemark.core.entity.Limits;
import io.tidemark.core.entity.WaitingPolicy;
import io.tidemark.core.join.Version;
import io.tidemark.core.source.Source;
import io.tidemark.core.time.SourceTime;
import io.tidemark.core.time.TimePolicy;
import io.tidemark.core.transform.Rules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A pipeline while a program describes it: collects what the stages state, in order. Exists inside
 * {@link Pipeline#named} only and is of no use afterwards. Not thread-safe.
 */
public final class PipelineDraft {
  private static final int KEY_GROUPS = 8;

  private final String name;
  private final Set<String> begun = new LinkedHashSet<>();
  private final List<SourceSpec> sources = new ArrayList<>();
  private final List<StreamSpec> streams = new ArrayList<>();
  private final List<SinkSpec> sinks = new ArrayList<>();
  private final Map<String, Set<String>> outputsTaken = new HashMap<>();
  private int keyGroups = KEY_GROUPS;
  private Limits limits = Limits.defaults();
  private boolean closed;

  PipelineDraft(String name) {
    this.name = Names.require("pipeline", name);
  }

  /**
   * Begins with a source.
   *
   * @param sourceName unique among the sources and streams of the pipeline
   */
  public <T> SourceStage<T> source(String sourceName, Source<T> source) {
    requireOpen();
    begun.add(Names.require("source", sourceName));
    return new SourceStage<>(this, sourceName, source);
  }

  /**
   * Begins with a reference table: versions of rows, in the order of their times, for {@link
   * KeyedStage#lookUp}. It holds nothing else back: while no version is new, its progress is the
   * wall clock where the source follows, and +∞ where it does not, once all are read. A version
   * that comes later than its time says counts from where that progress stood.
   *
   * @param sourceName unique among the sources and streams of the pipeline
   */
  public <R> AdmittedStage<Version<R>> referenceTable(
      String sourceName, Source<Version<R>> source) {
    SourceTime<Version<R>> times = TimePolicy.eventTimeMicros(Version::effectiveMicros);
    return source(sourceName, source)
        .time(
            times
                .arrivalTimeMicros(Version::effectiveMicros)
                .earlyOff()
                .late(Duration.ZERO)
                .outOfOrder(Duration.ZERO));
  }

  /**
   * The elements of several stages as those of one, each with its own time; what is complete of
   * them is what is complete of all.
   *
   * @param stages at least one; no source or stream twice
   */
  @SafeVarargs
  public final <T> ElementStage<T> union(KeyableStage<? extends T>... stages) {
    List<Part<T>> parts = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (KeyableStage<? extends T> stage : stages) {
      parts.addAll(Untyped.parts(stage));
      names.add(stage.name);
    }
    return new ElementStage<>(this, String.join("-", names), null, parts);
  }

  /**
   * How many key groups each computation has that does not run inside substreams.
   *
   * @param groups 1 or more; default 8. Chosen once: it shapes the state
   */
  public PipelineDraft keyGroups(int groups) {
    requireOpen();
    keyGroups = groups;
    return this;
  }

  /**
   * How many records a partition reads at once, exactly: one decision is written for each such
   * batch. Where it is not said, several batches are read at once while there is plenty to read.
   *
   * @param records 1 or more; default 4096. Changes no result
   */
  public PipelineDraft batchSize(int records) {
    requireOpen();
    limits = limits.withBatchSize(records);
    return this;
  }

  /**
   * Whether sources that meet in a join, a union or a transform wait for each other, so that what
   * waits in memory has a bound; default: {@link WaitingPolicy#REFUSE}. Changes no result.
   */
  public PipelineDraft waiting(WaitingPolicy policy) {
    requireOpen();
    limits = limits.with(bounds -> bounds.waiting(policy));
    return this;
  }

  void add(SourceSpec source) {
    requireOpen();
    sources.add(source);
  }

  void add(StreamSpec stream) {
    requireOpen();
    Names.require("stream", stream.name());
    boolean taken =
        begun.contains(stream.name())
            || streams.stream().anyMatch(other -> other.name().equals(stream.name()));
    if (taken) {
      throw new IllegalArgumentException(
          "two sources or streams have one name: stream="
              + stream.name()
              + "; give it another one, as in aggregate(\"NAME\", …) or transform(\"NAME\", …)");
    }
    streams.add(stream);
  }

  /** How elements of a source or stream that was described are written as they are held. */
  Codec<Object> heldCodec(String from) {
    for (SourceSpec source : sources) {
      if (source.name().equals(from)) {
        return source.codec();
      }
    }
    return streams.stream()
        .filter(stream -> stream.name().equals(from))
        .findFirst()
        .map(stream -> stream.work().results())
        .orElseThrow(() -> new AssertionError("nothing has the name " + from));
  }

  /** Somebody looks at a further output of a stream's transform. */
  void takeOutput(String stream, String output) {
    outputsTaken.computeIfAbsent(stream, of -> new HashSet<>()).add(output);
  }

  void add(SinkSpec sink) {
    requireOpen();
    Names.require("sink", sink.name());
    if (sinks.stream().anyMatch(other -> other.name().equals(sink.name()))) {
      throw new IllegalArgumentException(
          "two sinks have one name: sink="
              + sink.name()
              + "; give one another name, as in to(\"NAME\", …)");
    }
    sinks.add(sink);
  }

  /** Refuses what was begun and leads nowhere: nobody would miss it before its output is missed. */
  Pipeline finish() {
    requireOpen();
    closed = true;
    for (String source : begun) {
      if (sources.stream().noneMatch(timed -> timed.name().equals(source))) {
        throw new IllegalArgumentException(
            "a source has no times: source=" + source + "; say them with time(…)");
      }
      boolean written = isWritten(new SinkSpec.Feed.OfDiagnostics(source));
      if (!isRead(source) && !written && !areElementsWritten(source)) {
        throw new IllegalArgumentException(
            "nothing reads a source: source="
                + source
                + "; aggregate it, transform it, or write it or its diagnostics, or leave it out");
      }
    }
    for (StreamSpec stream : streams) {
      boolean written =
          isWritten(new SinkSpec.Feed.OfStream(stream.name())) || areElementsWritten(stream.name());
      if (!isRead(stream.name()) && !written) {
        throw new IllegalArgumentException(
            "nothing takes the results of a stream: stream="
                + stream.name()
                + "; write them with to(…), or leave it out");
      }
      refuseOutputsThatNobodyTakes(stream);
    }
    return new Pipeline(name, sources, streams, sinks, keyGroups, limits);
  }

  private void refuseOutputsThatNobodyTakes(StreamSpec stream) {
    Set<String> taken = outputsTaken.getOrDefault(stream.name(), Set.of());
    for (String output : stream.work().furtherOutputs()) {
      if (output.equals(Rules.FAILURES) && !taken.contains(output)) {
        throw new IllegalArgumentException(
            "nobody would know what a transform failed for: stream="
                + stream.name()
                + "; write its failures().to(…), or let it stop");
      } else if (!taken.contains(output)) {
        throw new IllegalArgumentException(
            "nothing takes a side output: stream="
                + stream.name()
                + ", output="
                + output
                + "; write it with sideOutput(…).to(…), or leave it out");
      }
    }
  }

  private boolean isRead(String from) {
    return streams.stream().anyMatch(stream -> stream.reads(from));
  }

  private boolean isWritten(SinkSpec.Feed feed) {
    return sinks.stream().anyMatch(sink -> sink.from().equals(feed));
  }

  private boolean areElementsWritten(String from) {
    return sinks.stream()
        .anyMatch(
            sink ->
                sink.from() instanceof SinkSpec.Feed.OfElements elements && elements.reads(from));
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException(
          "the pipeline is described already: pipeline="
              + name
              + "; use its stages inside Pipeline.named(…) only");
    }
  }
}
