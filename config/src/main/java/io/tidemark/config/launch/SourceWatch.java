package io.tidemark.config.launch;

import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.KeyCounts;
import io.tidemark.core.partition.Decision;
import io.tidemark.core.time.Action;
import io.tidemark.core.time.AdmissionCounts;
import io.tidemark.core.time.AdmissionState;
import io.tidemark.core.time.Time;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * What is known of one source while it runs: written by the threads of its partitions, read by
 * whoever shows it.
 */
final class SourceWatch {
  private final boolean substreams;
  private final List<EntityId.Partition> partitions;
  private final LongAdder read = new LongAdder();
  private final Map<Integer, Decision> decisions = new ConcurrentHashMap<>();
  private final Map<Integer, Long> watermarks = new ConcurrentHashMap<>();
  private final Map<Integer, KeyCounts> keys = new ConcurrentHashMap<>();
  private final Map<Integer, Estimate> estimates = new ConcurrentHashMap<>();

  /**
   * An estimate of a quiet partition's arrival clock that moved its progress.
   *
   * @param atMicros wall clock when it was decided; {@link Time#MIN}: before this process began
   * @param estimateMicros where the arrival clock was taken to stand
   * @param progressMicros what it moved the partition's progress to
   */
  record Estimate(long atMicros, long estimateMicros, long progressMicros) {}

  SourceWatch(boolean substreams, List<EntityId.Partition> partitions) {
    this.substreams = substreams;
    this.partitions = List.copyOf(partitions);
  }

  List<EntityId.Partition> partitions() {
    return partitions;
  }

  void read(int records) {
    read.add(records);
  }

  void decided(long nowMicros, EntityId.Partition partition, Decision decision) {
    decisions.put(partition.index(), decision);
    AdmissionState state = decision.after();
    long watermarkMicros = substreams ? state.floorMicros() : state.watermarkMicros();
    if (decision.what() instanceof Decision.What.Ended ended) {
      // The end raises it beyond all elements, which says nothing about them.
      watermarkMicros = ended.progressMicros();
    }
    watermarks.put(partition.index(), watermarkMicros);
    if (decision.what() instanceof Decision.What.Estimated estimated) {
      estimates.put(
          partition.index(), new Estimate(nowMicros, estimated.estimateMicros(), watermarkMicros));
    }
  }

  /** How the elements of all substreams of a partition fared, as far as they have said. */
  void counted(EntityId.Partition partition, KeyCounts counts) {
    keys.put(partition.index(), counts);
  }

  /** Records read in this process, those read again after a restart included. */
  long recordsRead() {
    return read.sum();
  }

  /** The partition's last decision; empty before its first. */
  Optional<Decision> decision(EntityId.Partition partition) {
    return Optional.ofNullable(decisions.get(partition.index()));
  }

  /** The partition's last estimate; empty where none was made. */
  Optional<Estimate> estimate(EntityId.Partition partition) {
    return Optional.ofNullable(estimates.get(partition.index()));
  }

  /**
   * The least watermark (with substreams: arrival floor) of a partition, before the end of its
   * input; −∞ while one has none.
   */
  long watermarkMicros() {
    return watermarks.size() < partitions.size()
        ? Time.MIN
        : watermarks.values().stream().mapToLong(Long::longValue).min().orElse(Time.MIN);
  }

  /** How the records of the source fared since its run began. */
  SourceCounts counts() {
    AdmissionCounts all = new AdmissionCounts();
    decisions.values().forEach(decision -> all.merge(decision.counts()));
    long bad = all.badByKind().values().stream().mapToLong(Long::longValue).sum();
    if (!substreams) {
      return new SourceCounts(
          all.count(Action.NONE),
          all.count(Action.ADJUST_EARLY),
          all.count(Action.ADJUST_LATE),
          all.count(Action.ADJUST_ORDER),
          all.count(Action.DROP_EARLY),
          all.count(Action.DROP_LATE),
          all.count(Action.DROP_ORDER),
          bad);
    }
    KeyCounts judged = judged();
    return new SourceCounts(
        judged.accepted(),
        judged.adjustedEarly(),
        judged.adjustedLate(),
        judged.adjustedOrder(),
        all.count(Action.DROP_EARLY),
        all.count(Action.DROP_LATE),
        judged.droppedOrder(),
        bad);
  }

  /** Windows that the source's substreams have discarded since its run began. */
  long windowsDiscarded() {
    return judged().discardedWindows();
  }

  private KeyCounts judged() {
    return keys.values().stream().reduce(KeyCounts.NONE, KeyCounts::plus);
  }
}
