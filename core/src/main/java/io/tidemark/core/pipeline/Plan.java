package io.tidemark.core.pipeline;

import io.tidemark.core.coordination.Topology;
import io.tidemark.core.entity.WaitingPolicy;
import io.tidemark.core.message.Arrivals;
import io.tidemark.core.message.EntityId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Where each computation of a pipeline runs, and who is upstream of whom.
 *
 * <p>A computation runs inside the substreams of a source only if it is keyed by the substream key
 * and each key is known to live in one partition; in all other cases in key groups.
 */
public final class Plan {
  /** After a source's name; no stream's name has a dot. */
  private static final String OWNERS = ".keys";

  private final Pipeline pipeline;
  private final Map<String, SourceSpec> sources = new HashMap<>();
  private final Map<String, StreamSpec> streams = new HashMap<>();

  /**
   * Plans a pipeline.
   *
   * @throws IllegalArgumentException where streams form a cycle; the message names it
   */
  public Plan(Pipeline pipeline) {
    this.pipeline = pipeline;
    pipeline.sources().forEach(source -> sources.put(source.name(), source));
    pipeline.streams().forEach(stream -> streams.put(stream.name(), stream));
    Set<String> done = new HashSet<>();
    pipeline.streams().forEach(stream -> refuseCycle(stream, new LinkedHashSet<>(), done));
    pipeline
        .streams()
        .forEach(stream -> refuseOneOriginTwice("stream=" + stream.name(), stream.froms()));
    for (SinkSpec sink : pipeline.sinks()) {
      if (sink.from() instanceof SinkSpec.Feed.OfElements elements) {
        refuseOneOriginTwice("sink=" + sink.name(), elements.froms());
      }
    }
  }

  private void refuseCycle(StreamSpec stream, Set<String> path, Set<String> done) {
    if (done.contains(stream.name())) {
      return;
    }
    if (!path.add(stream.name())) {
      throw new IllegalArgumentException(
          "streams form a cycle: " + String.join(" -> ", path) + " -> " + stream.name());
    }
    for (String from : stream.froms()) {
      StreamSpec next = streams.get(from);
      if (next != null) {
        refuseCycle(next, path, done);
      }
    }
    path.remove(stream.name());
    done.add(stream.name());
  }

  private void refuseOneOriginTwice(String reader, List<String> read) {
    Map<String, String> froms = new HashMap<>();
    for (String from : read) {
      String other = froms.put(origin(from), from);
      if (other != null) {
        throw new IllegalArgumentException(
            "one reads two things that the same substreams hand on: "
                + reader
                + ", from="
                + other
                + " and "
                + from
                + "; key one of them otherwise than by the substreams' key");
      }
    }
  }

  /**
   * By which name the entities are known that hand on what is of the name: the source in whose
   * substreams a stream is computed, else the name itself. See {@link EntityId#origin}.
   */
  String origin(String name) {
    StreamSpec stream = streams.get(name);
    return stream != null && runsInSubstreams(stream) ? stream.froms().get(0) : name;
  }

  /** What a stream reads, in the order of the names. */
  List<Arrivals.Input> arrivals(StreamSpec stream) {
    return stream.froms().stream()
        .sorted()
        .map(from -> arrivals(from).of(stream.input(from).pieces()))
        .toList();
  }

  /** What comes of a source or stream. */
  Arrivals.Input arrivals(String from) {
    StreamSpec stream = streams.get(from);
    return stream == null
        ? new Arrivals.Input(from, from, source(from).codec(), null)
        : new Arrivals.Input(
            from, origin(from), stream.work().results(), stream.work().resultOrder());
  }

  /** The pipeline. */
  public Pipeline pipeline() {
    return pipeline;
  }

  /** The source of the name. */
  public SourceSpec source(String name) {
    SourceSpec source = sources.get(name);
    if (source == null) {
      throw new IllegalArgumentException("no source has the name " + name);
    }
    return source;
  }

  /** The stream of the name. */
  public StreamSpec stream(String name) {
    StreamSpec stream = streams.get(name);
    if (stream == null) {
      throw new IllegalArgumentException("no stream has the name " + name);
    }
    return stream;
  }

  /** Whether a source, and not a stream, has the name. */
  boolean isSource(String name) {
    return sources.containsKey(name);
  }

  /** The sink of the name. */
  public SinkSpec sink(String name) {
    return pipeline.sinks().stream()
        .filter(sink -> sink.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no sink has the name " + name));
  }

  /** Whether the stream's computation runs inside the substreams of its source. */
  public boolean runsInSubstreams(StreamSpec stream) {
    SourceSpec source = sources.get(stream.inputs().get(0).from());
    return source != null
        && stream.inputs().size() == 1
        && source.substreams() != null
        && stream.keyedBySubstream()
        && !stream.work().isByClock()
        && (source.confined() || source.source().partitions().size() == 1);
  }

  /**
   * Whether the source's substreams hand on elements with their origin, since a sink or a
   * computation in key groups depends on their order.
   */
  boolean handsOnPlaces(SourceSpec source) {
    return source.substreams() != null
        && (!elementSinks(source.name()).isEmpty()
            || over(source.name()).stream()
                .anyMatch(stream -> !runsInSubstreams(stream) && stream.work().isOrdered()));
  }

  /** Whether a computation that depends on order runs inside the source's substreams. */
  boolean isOrderedInside(SourceSpec source) {
    return over(source.name()).stream()
        .anyMatch(stream -> runsInSubstreams(stream) && stream.work().isOrdered());
  }

  /** Streams directly over the source or stream of the name. */
  public List<StreamSpec> over(String name) {
    return pipeline.streams().stream().filter(stream -> stream.reads(name)).toList();
  }

  /** Sinks of the source's diagnostics. */
  public List<EntityId.Sink> diagnosticSinks(String source) {
    return sinks(new SinkSpec.Feed.OfDiagnostics(source));
  }

  /** Sinks of the stream's results, as they are or after steps that keep nothing. */
  public List<EntityId.Sink> sinksOf(String stream) {
    List<EntityId.Sink> sinks = new ArrayList<>(sinks(new SinkSpec.Feed.OfStream(stream)));
    sinks.addAll(elementSinks(stream));
    return sinks;
  }

  /** Sinks of elements of the source or stream of the name. */
  public List<EntityId.Sink> elementSinks(String from) {
    return sinks(feed -> feed instanceof SinkSpec.Feed.OfElements of && of.reads(from));
  }

  private List<EntityId.Sink> sinks(SinkSpec.Feed feed) {
    return sinks(feed::equals);
  }

  private List<EntityId.Sink> sinks(Predicate<SinkSpec.Feed> feeds) {
    return pipeline.sinks().stream()
        .filter(sink -> feeds.test(sink.from()))
        .map(sink -> new EntityId.Sink(sink.name()))
        .toList();
  }

  /** Partitions of the source, in canonical order. */
  public List<EntityId.Partition> partitions(SourceSpec source) {
    List<EntityId.Partition> partitions = new ArrayList<>();
    for (int i = 0; i < source.source().partitions().size(); i++) {
      partitions.add(new EntityId.Partition(source.name(), i));
    }
    return partitions;
  }

  /** Key groups of the stream's computation; none where it runs inside substreams. */
  public List<EntityId.KeyGroup> keyGroups(StreamSpec stream) {
    List<EntityId.KeyGroup> groups = new ArrayList<>();
    if (!runsInSubstreams(stream)) {
      for (int i = 0; i < pipeline.keyGroups(); i++) {
        groups.add(new EntityId.KeyGroup(stream.name(), i));
      }
    }
    return groups;
  }

  /** Key groups that know each substream key's partition; none where nothing is promised of it. */
  public List<EntityId.KeyGroup> owners(SourceSpec source) {
    List<EntityId.KeyGroup> groups = new ArrayList<>();
    if (source.substreams() != null
        && source.promised()
        && source.source().partitions().size() > 1) {
      for (int i = 0; i < pipeline.keyGroups(); i++) {
        groups.add(new EntityId.KeyGroup(source.name() + OWNERS, i));
      }
    }
    return groups;
  }

  /** The source whose keys the key group knows the partitions of; null for any other group. */
  public @Nullable SourceSpec ownedBy(EntityId.KeyGroup group) {
    String name = group.stream();
    return name.endsWith(OWNERS)
        ? sources.get(name.substring(0, name.length() - OWNERS.length()))
        : null;
  }

  /** Everything that takes outputs of the source's substreams. */
  public List<EntityId.Member> receivers(SourceSpec source) {
    Set<EntityId.Member> receivers = new LinkedHashSet<>(diagnosticSinks(source.name()));
    receivers.addAll(elementSinks(source.name()));
    for (StreamSpec stream : over(source.name())) {
      if (runsInSubstreams(stream)) {
        receivers.addAll(sinksOf(stream.name()));
        over(stream.name()).forEach(next -> receivers.addAll(keyGroups(next)));
      } else {
        receivers.addAll(keyGroups(stream));
      }
    }
    return List.copyOf(receivers);
  }

  /** Who takes part and who waits for whom. */
  public Topology topology() {
    List<EntityId.Partition> partitions = new ArrayList<>();
    pipeline.sources().forEach(source -> partitions.addAll(partitions(source)));
    List<Topology.Stage> stages = new ArrayList<>();
    Set<String> done = new HashSet<>();
    for (SourceSpec source : pipeline.sources()) {
      if (!owners(source).isEmpty()) {
        stages.add(
            new Topology.Stage(List.copyOf(owners(source)), List.copyOf(partitions(source))));
      }
    }
    while (done.size() < pipeline.streams().size()) {
      for (StreamSpec stream : pipeline.streams()) {
        boolean ready =
            stream.froms().stream()
                .allMatch(from -> sources.containsKey(from) || done.contains(from));
        if (ready && done.add(stream.name()) && !runsInSubstreams(stream)) {
          stages.add(new Topology.Stage(List.copyOf(keyGroups(stream)), upstream(stream.froms())));
        }
      }
    }
    for (SinkSpec sink : pipeline.sinks()) {
      stages.add(new Topology.Stage(List.of(new EntityId.Sink(sink.name())), upstream(sink)));
    }
    return new Topology(partitions, stages, together());
  }

  /** Sources that meet somewhere, where they wait for each other. */
  private List<Set<String>> together() {
    List<Set<String>> together = new ArrayList<>();
    if (pipeline.limits().waiting() == WaitingPolicy.SLOW) {
      pipeline.streams().forEach(stream -> meet(stream.froms(), together));
      for (SinkSpec sink : pipeline.sinks()) {
        if (sink.from() instanceof SinkSpec.Feed.OfElements elements) {
          meet(elements.froms(), together);
        }
      }
    }
    return together;
  }

  private void meet(List<String> froms, List<Set<String>> together) {
    Set<String> all = new TreeSet<>();
    froms.forEach(from -> addSources(from, all));
    for (Set<String> others : List.copyOf(together)) {
      if (!Collections.disjoint(others, all)) {
        together.remove(others);
        all.addAll(others);
      }
    }
    together.add(all);
  }

  private void addSources(String from, Set<String> all) {
    StreamSpec stream = streams.get(from);
    if (stream == null) {
      all.add(from);
    } else {
      stream.froms().forEach(next -> addSources(next, all));
    }
  }

  private List<EntityId.Member> upstream(SinkSpec sink) {
    if (sink.from() instanceof SinkSpec.Feed.OfStream feed) {
      return producers(stream(feed.stream()));
    } else if (sink.from() instanceof SinkSpec.Feed.OfDiagnostics diagnostics) {
      return List.copyOf(partitions(source(diagnostics.source())));
    } else if (sink.from() instanceof SinkSpec.Feed.OfElements elements) {
      return upstream(elements.froms());
    }
    throw new AssertionError("no sink writes " + sink.from());
  }

  private List<EntityId.Member> upstream(List<String> froms) {
    Set<EntityId.Member> upstream = new LinkedHashSet<>();
    for (String from : froms) {
      SourceSpec source = sources.get(from);
      upstream.addAll(source == null ? producers(stream(from)) : partitions(source));
    }
    return List.copyOf(upstream);
  }

  /** Who computes the stream, by whom its progress is known. */
  public List<EntityId.Member> producers(StreamSpec stream) {
    return runsInSubstreams(stream)
        ? List.copyOf(partitions(source(stream.inputs().get(0).from())))
        : List.copyOf(keyGroups(stream));
  }
}
