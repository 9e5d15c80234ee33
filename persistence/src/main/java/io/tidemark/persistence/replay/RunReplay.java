package io.tidemark.persistence.replay;

import io.tidemark.core.entity.DataError;
import io.tidemark.core.entity.Event;
import io.tidemark.core.keygroup.KeyGroupEvent;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.OutputDigest;
import io.tidemark.core.partition.Decision;
import io.tidemark.core.partition.PartitionEvent;
import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.pipeline.Plan;
import io.tidemark.core.pipeline.SourceSpec;
import io.tidemark.core.pipeline.StreamSpec;
import io.tidemark.core.pipeline.WindowWork;
import io.tidemark.core.sink.Sink;
import io.tidemark.core.source.Offset;
import io.tidemark.core.source.RecordBatch;
import io.tidemark.core.time.Time;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A run executed again: every partition decides what it decided, on records that are read again,
 * and what its entities record is compared with what the run recorded.
 *
 * <p>The partition that is furthest behind goes first, so that no more stays open than in the run.
 */
public final class RunReplay implements AutoCloseable {
  /** Time passes while decisions are made, so that keys come to rest and memory stays bounded. */
  private static final int DECISIONS_PER_TICK = 64;

  /** So many ticks without a record: nothing is left to come, whatever waited for its age. */
  private static final int QUIET_TICKS = 50;

  private final Plan plan;
  private final List<ReplayedPartition> partitions = new ArrayList<>();
  private final Map<EntityId.KeyGroup, List<KeyGroupEvent.Rung>> rings = new HashMap<>();
  private final List<EntityId.KeyGroup> forgotten = new ArrayList<>();
  private final Reenactment entities;
  private final Digests digests;
  private final boolean complete;
  private final @Nullable Stop stop;
  private @Nullable Difference difference;
  private long records;
  private long decisions;

  /**
   * A replay of what the recording has of the pipeline, to its end.
   *
   * @param complete whether everything had reached its output
   */
  public RunReplay(Pipeline pipeline, Recording recording, boolean complete) {
    this(pipeline, recording, complete, null);
  }

  /**
   * A replay up to a time: what is due there or later does not happen.
   *
   * @param stopMicros finite
   */
  public static RunReplay until(long stopMicros, Pipeline pipeline, Recording recording) {
    return new RunReplay(pipeline, recording, false, new Stop(stopMicros));
  }

  private RunReplay(Pipeline pipeline, Recording recording, boolean complete, @Nullable Stop stop) {
    this.plan = new Plan(pipeline.withLimits(pipeline.limits().withSingleOutputs()));
    this.complete = complete;
    this.stop = stop;
    this.digests = new Digests(recording, id -> !writesAtOnce(id, pipeline), stop);
    for (StreamSpec stream : pipeline.streams()) {
      if (stream.work().isByClock()) {
        plan.keyGroups(stream).forEach(id -> follow(id, recording));
      }
    }
    this.entities =
        new Reenactment(plan, stop, this::compare, id -> rings.getOrDefault(id, List.of()));
    for (SourceSpec source : plan.pipeline().sources()) {
      for (EntityId.Partition id : plan.partitions(source)) {
        partitions.add(new ReplayedPartition(id, source, recording.decisions(id), stop));
      }
    }
  }

  private void follow(EntityId.KeyGroup id, Recording recording) {
    Optional<List<KeyGroupEvent.Rung>> recorded = recording.rings(id);
    if (recorded.isEmpty()) {
      forgotten.add(id);
    } else {
      rings.put(id, recorded.get().stream().filter(this::isBeforeStop).toList());
    }
  }

  private boolean isBeforeStop(KeyGroupEvent.Rung rung) {
    return stop == null || stop.isBefore(rung.advanced().appliedMicros());
  }

  /** A key group of which it is no longer known where its timers by the clock ran. */
  public Optional<EntityId.KeyGroup> forgotten() {
    return forgotten.stream().findFirst();
  }

  /** From where on the history has the decisions of a partition that lacks the first ones. */
  public record Beginning(EntityId.Partition partition, long number, Offset end) {}

  /** A partition whose first decisions are gone; empty where there is none. */
  public Optional<Beginning> trimmed() {
    for (ReplayedPartition partition : partitions) {
      Decision first = partition.recorded();
      if (first != null && first.number() > 1) {
        return Optional.of(new Beginning(partition.id(), first.number(), first.end()));
      }
    }
    return Optional.empty();
  }

  /**
   * Replays to the end or the stop, or to the first difference.
   *
   * @throws IOException where a source cannot be read; names the file
   */
  public Optional<Difference> run() throws IOException {
    entities.begin();
    for (ReplayedPartition next = next(); next != null && isGoing(); next = next()) {
      redo(next);
      if (decisions % DECISIONS_PER_TICK == 0) {
        entities.tick();
      }
    }
    for (int quiet = 0; quiet < QUIET_TICKS && isGoing() && !entities.isComplete(); quiet++) {
      quiet = entities.tick() ? 0 : quiet;
    }
    if (difference == null) {
      difference = digests.end(complete);
    }
    return Optional.ofNullable(difference);
  }

  /** Whether it is a sink whose rows are in order for each key only. */
  private static boolean writesAtOnce(EntityId id, Pipeline pipeline) {
    return id instanceof EntityId.Sink sink
        && pipeline.sinks().stream()
            .anyMatch(spec -> spec.name().equals(sink.sink()) && spec.order() == Sink.Order.KEY);
  }

  private boolean isGoing() {
    if (difference == null && entities.failure() != null) {
      difference =
          new Difference(
              new EntityId.Coordinator(),
              decisions,
              "the pipeline",
              "went on",
              String.valueOf(entities.failure()),
              null);
    }
    return difference == null;
  }

  /** The partition furthest behind of those with decisions left; null where there is none. */
  private @Nullable ReplayedPartition next() {
    ReplayedPartition next = null;
    for (ReplayedPartition each : partitions) {
      if (each.next() != null && (next == null || isBehind(each, next))) {
        next = each;
      }
    }
    return next;
  }

  private boolean isBehind(ReplayedPartition one, ReplayedPartition other) {
    long left = progressMicros(one);
    long right = progressMicros(other);
    return left == right ? one.decided() < other.decided() : left < right;
  }

  private long progressMicros(ReplayedPartition partition) {
    Long micros = entities.progressMicros(partition.id());
    return micros == null ? Time.MIN : micros;
  }

  private void redo(ReplayedPartition partition) throws IOException {
    Decision decision = partition.next();
    if (decision == null) {
      throw new AssertionError("no decision is left of " + partition.id().name());
    }
    RecordBatch batch = RecordBatch.empty(partition.at(), false);
    if (decision.what() instanceof Decision.What.Admitted admitted) {
      batch = partition.read(admitted.records());
      records += batch.size();
      if (batch.size() != admitted.records() || batch.checksum() != admitted.checksum()) {
        difference = changed(partition, decision, admitted, batch);
        return;
      }
      batch = batch.endingAt(decision.end());
    }
    try {
      entities.redo(partition.id(), decision, batch);
    } catch (DataError e) {
      difference =
          new Difference(
              partition.id(),
              decision.number(),
              "decision",
              decision.toString(),
              String.valueOf(e.getMessage()),
              null);
    }
    decisions++;
    partition.advance();
  }

  private static Difference changed(
      ReplayedPartition partition,
      Decision decision,
      Decision.What.Admitted expected,
      RecordBatch found) {
    return new Difference(
        partition.id(),
        decision.number(),
        "records",
        records(expected.records(), expected.checksum()),
        records(found.size(), found.checksum()),
        new Difference.Records(partition.id(), partition.at(), decision.end()));
  }

  private static String records(int size, int checksum) {
    return size + " with checksum " + Integer.toHexString(checksum);
  }

  private void compare(EntityId id, Event event) {
    if (id instanceof EntityId.Partition partition
        && event instanceof PartitionEvent.Decided decided) {
      compare(partition, decided.decision());
    }
    OutputDigest digest = Recording.digest(event);
    if (digest != null && difference == null) {
      difference = digests.meet(id, event, digest);
    }
  }

  private void compare(EntityId.Partition id, Decision replayed) {
    for (ReplayedPartition partition : partitions) {
      Decision recorded = partition.recorded();
      if (partition.id().equals(id) && difference == null && !replayed.equals(recorded)) {
        difference =
            new Difference(
                id,
                replayed.number(),
                "decision",
                String.valueOf(recorded),
                replayed.toString(),
                null);
      }
    }
  }

  /** How far each partition is, where the replay has a stop. */
  public List<Standing> standings() {
    List<Standing> standings = new ArrayList<>();
    for (ReplayedPartition partition : partitions) {
      Decision latest = partition.latest();
      standings.add(
          new Standing(
              partition.id(),
              partition.decided(),
              latest == null ? Time.MIN : latest.after().watermarkMicros(),
              latest == null ? Time.MIN : latest.after().floorMicros(),
              partition.isStopped()));
    }
    return standings;
  }

  /**
   * Takes out what the streams have open at the stop, in the order of the pipeline: the end of this
   * replay. Costs as much as if all of it fired.
   *
   * @param most how many windows are told of each stream
   */
  public List<OpenWindows> takeOpen(int most) {
    Stop at = stop;
    if (at == null) {
      throw new IllegalStateException("a replay to the end has nothing open");
    }
    Map<String, OpenWindowsBuilder> streams = new LinkedHashMap<>();
    for (StreamSpec stream : plan.pipeline().streams()) {
      if (stream.work() instanceof WindowWork work) {
        streams.put(stream.name(), new OpenWindowsBuilder(stream.name(), work, most));
      }
    }
    entities.forEachEntity(
        id ->
            at.take(
                id,
                (stream, computation) -> {
                  OpenWindowsBuilder builder = streams.get(stream);
                  if (builder != null) {
                    builder.take(computation);
                  }
                }));
    return streams.values().stream().map(OpenWindowsBuilder::build).toList();
  }

  /** What stands for the rows of each sink, by the sink's name. */
  public Map<String, OutputDigest> sinks() {
    return digests.sinks();
  }

  /** Records read so far. */
  public long records() {
    return records;
  }

  /** Decisions made so far. */
  public long decisions() {
    return decisions;
  }

  @Override
  public void close() throws IOException {
    entities.close();
    for (ReplayedPartition partition : partitions) {
      partition.close();
    }
  }
}
