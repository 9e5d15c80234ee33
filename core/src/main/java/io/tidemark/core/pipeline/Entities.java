package io.tidemark.core.pipeline;

import io.tidemark.core.channel.Ports;
import io.tidemark.core.channel.Route;
import io.tidemark.core.codec.Codec;
import io.tidemark.core.coordination.Coordinator;
import io.tidemark.core.entity.Computation;
import io.tidemark.core.entity.Entity;
import io.tidemark.core.entity.Limits;
import io.tidemark.core.entity.PiecewiseComputation;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.keygroup.KeyGroup;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Pieces;
import io.tidemark.core.message.Placed;
import io.tidemark.core.partition.KeyOwners;
import io.tidemark.core.partition.PartitionSettings;
import io.tidemark.core.partition.SourcePartition;
import io.tidemark.core.sink.Sink;
import io.tidemark.core.source.DiagnosticCodec;
import io.tidemark.core.substream.KeyStep;
import io.tidemark.core.substream.KeyStep.Forward;
import io.tidemark.core.substream.Substream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes the entities of a planned pipeline: a new object for each incarnation. Safe to use from any
 * thread.
 */
public final class Entities {
  private static final List<EntityId.Sink> NO_SINKS = List.of();

  private final Plan plan;
  private final Limits limits;
  private final Around around;
  private final Map<EntityId.Partition, SubstreamParts> substreamParts = new HashMap<>();

  /** What the substreams of one partition share. */
  private record SubstreamParts(KeyStep judge, List<StreamSpec> inside, List<Ports.Port> ports) {}

  /** What stands around the computation of a stream in each new entity that runs it. */
  @FunctionalInterface
  public interface Around {
    /** A computation in place of the new one; may be the same. */
    Computation around(EntityId owner, String stream, Computation computation);
  }

  /** Entities of the plan. */
  public Entities(Plan plan) {
    this(plan, (owner, stream, computation) -> computation);
  }

  /** Entities of the plan, with something around their computations. */
  public Entities(Plan plan, Around around) {
    this.plan = plan;
    this.limits = plan.pipeline().limits();
    this.around = around;
  }

  /** A new incarnation of the entity, before recovery. */
  public Entity create(EntityId id) {
    if (id instanceof EntityId.Partition partition) {
      return new SourcePartition(partition, partitionSettings(partition));
    } else if (id instanceof EntityId.Substream substream) {
      return substream(substream);
    } else if (id instanceof EntityId.KeyGroup group) {
      SourceSpec owned = plan.ownedBy(group);
      if (owned != null) {
        return owners(group, owned);
      }
      StreamSpec stream = plan.stream(group.stream());
      Ports ports = new Ports(group, List.of(results(stream)), limits.window());
      return new KeyGroup(group, computation(group, stream), ports, limits);
    } else if (id instanceof EntityId.Sink sink) {
      SinkSpec spec = plan.sink(sink.sink());
      return new Sink(sink, spec.order(), spec.intake(plan), limits);
    } else if (id instanceof EntityId.Coordinator) {
      return new Coordinator(plan.topology(), limits.pingEveryMicros());
    }
    throw new AssertionError("no entity is " + id);
  }

  private Entity owners(EntityId.KeyGroup group, SourceSpec source) {
    Codec<Object> keys = substreams(source).codec();
    return new KeyGroup(
        group,
        new KeyOwners(source.name(), source.source().partitions(), keys),
        new Ports(group, List.of(new Ports.Port(keys, List.of())), limits.window()),
        limits);
  }

  static KeySelector<Object, Object> substreams(SourceSpec source) {
    KeySelector<Object, Object> substreams = source.substreams();
    if (substreams == null) {
      throw new AssertionError("a source without substreams has no owners: " + source.name());
    }
    return substreams;
  }

  private PartitionSettings partitionSettings(EntityId.Partition partition) {
    SourceSpec source = plan.source(partition.source());
    KeySelector<Object, Object> substreams = source.substreams();
    List<Function<Object, @Nullable Object>> keys = new ArrayList<>();
    List<PartitionSettings.Receivers> direct = new ArrayList<>();
    if (substreams != null) {
      keys.add(substreams.key());
    }
    for (StreamSpec stream : plan.over(source.name())) {
      Function<Object, @Nullable Object> key =
          stream.input(source.name()).routing(plan.pipeline().keyGroups());
      if (substreams == null || !stream.keyedBySubstream()) {
        keys.add(key);
      }
      if (substreams == null) {
        direct.add(
            new PartitionSettings.Receivers(
                List.copyOf(plan.keyGroups(stream)), key, stream.work().isOrdered()));
      }
    }
    for (EntityId.Sink sink : substreams == null ? plan.elementSinks(source.name()) : NO_SINKS) {
      if (plan.sink(sink.sink()).from() instanceof SinkSpec.Feed.OfElements elements) {
        Function<Object, @Nullable Object> rows = elements.part(source.name())::key;
        keys.add(rows);
        direct.add(new PartitionSettings.Receivers(List.of(sink), rows, false));
      }
    }
    return new PartitionSettings(
        source.label(partition.index()),
        source.policy(),
        substreams,
        keys,
        plan.owners(source).isEmpty() ? null : plan.owners(source).get(0).stream(),
        plan.owners(source).size(),
        direct,
        plan.diagnosticSinks(source.name()),
        plan.receivers(source),
        source.source().follows(),
        source.source().isCompleteToNow(),
        source.flush(),
        source.stopOnBadInput(),
        limits);
  }

  private Substream substream(EntityId.Substream id) {
    SubstreamParts parts;
    synchronized (substreamParts) {
      parts = substreamParts.computeIfAbsent(id.partition(), this::substreamParts);
    }
    List<Computation> computations = new ArrayList<>(parts.inside.size());
    for (StreamSpec stream : parts.inside) {
      computations.add(computation(id, stream));
    }
    Ports ports = new Ports(id, parts.ports, limits.window());
    return new Substream(id, parts.judge, computations, ports, limits);
  }

  private SubstreamParts substreamParts(EntityId.Partition partition) {
    SourceSpec source = plan.source(partition.source());
    List<StreamSpec> inside = new ArrayList<>();
    List<Route> forwards = new ArrayList<>();
    for (StreamSpec stream : plan.over(source.name())) {
      if (plan.runsInSubstreams(stream)) {
        inside.add(stream);
      } else {
        forwards.add(toGroups(stream, source.name()));
      }
    }
    List<EntityId.Sink> diagnosticSinks = plan.diagnosticSinks(source.name());
    List<Ports.Port> ports = new ArrayList<>();
    ports.add(new Ports.Port(objects(DiagnosticCodec.INSTANCE), toSinks(diagnosticSinks)));
    forwards.addAll(toSinks(plan.elementSinks(source.name())));
    boolean placed = plan.handsOnPlaces(source);
    ports.add(new Ports.Port(placed ? Placed.codec(source.codec()) : source.codec(), forwards));
    inside.forEach(stream -> ports.add(results(stream)));
    KeyStep judge =
        new KeyStep(
            source.policy(),
            source.label(partition.index()),
            !diagnosticSinks.isEmpty(),
            plan.isOrderedInside(source),
            forwards.isEmpty() ? Forward.NONE : placed ? Forward.PLACED : Forward.PLAIN);
    return new SubstreamParts(judge, List.copyOf(inside), List.copyOf(ports));
  }

  private Ports.Port results(StreamSpec stream) {
    List<Route> routes = new ArrayList<>(toSinks(plan.sinksOf(stream.name())));
    for (StreamSpec next : plan.over(stream.name())) {
      routes.add(toGroups(next, stream.name()));
    }
    return new Ports.Port(stream.work().results(), routes);
  }

  private Route toGroups(StreamSpec stream, String from) {
    int groups = plan.pipeline().keyGroups();
    return new Route.ToKeyGroups(stream.name(), groups, keyOf(stream.input(from).routing(groups)));
  }

  private static Function<Object, Object> keyOf(Function<Object, @Nullable Object> key) {
    return element -> {
      Object of = key.apply(Placed.bare(element));
      if (of == null) {
        throw new IllegalStateException("an admitted element has no key: " + element);
      }
      return of;
    };
  }

  private static List<Route> toSinks(List<EntityId.Sink> sinks) {
    return sinks.stream().<Route>map(Route.ToSink::new).toList();
  }

  private Computation computation(EntityId owner, StreamSpec stream) {
    Computation computation =
        around.around(owner, stream.name(), stream.work().begin(stream, plan));
    Map<String, PiecewiseComputation.Part> parts = new HashMap<>();
    for (StreamSpec.Input input : stream.inputs()) {
      Pieces pieces = input.pieces();
      if (pieces != null) {
        parts.put(
            plan.origin(input.from()), new PiecewiseComputation.Part(pieces, input.key().key()));
      }
    }
    return !parts.isEmpty() && owner instanceof EntityId.KeyGroup group
        ? new PiecewiseComputation(computation, parts, group.index(), plan.pipeline().keyGroups())
        : computation;
  }

  @SuppressWarnings("unchecked")
  private static Codec<Object> objects(Codec<?> codec) {
    return (Codec<Object>) codec;
  }
}
