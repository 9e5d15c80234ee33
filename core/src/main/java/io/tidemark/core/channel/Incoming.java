package io.tidemark.core.channel;

import io.tidemark.core.message.EntityId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The receiving ends of all channels into one entity: which items were taken, and which of them the
 * journal covers.
 *
 * <p>There is one entry per upstream member and one per <em>recent</em> substream. A substream's
 * position is its entry or its partition's output-low, whichever is larger; an entry at or below
 * output-low says nothing and goes with the next record.
 *
 * <p>Not thread-safe: owned by one entity.
 */
public final class Incoming {
  /** What to do with an item. */
  public enum Verdict {
    /** It is the next one. */
    TAKE,
    /** It was taken before. */
    DUPLICATE,
    /** Something before it has not come yet. */
    GAP
  }

  /** Where a channel stands: everything numbered up to {@code number} was taken. */
  public record Position(EntityId from, long number) {}

  /** A partition's output-low. */
  public record Low(EntityId.Partition partition, long number) {}

  private static final class Channel {
    private long position;
    private long recorded;
  }

  // In the order of arrival: a snapshot lists them, and nobody promises the hash code of a record.
  private final Map<EntityId, Channel> channels = new LinkedHashMap<>();
  private final Map<EntityId.Partition, Long> lows = new LinkedHashMap<>();
  private final Set<EntityId> moved = new LinkedHashSet<>();
  private List<EntityId> recording = List.of();

  /** Judges an item and, if it is the next one, takes it. */
  public Verdict offer(EntityId from, long number, long previous) {
    Channel channel = channels.get(from);
    long position = position(from, channel);
    if (number <= position) {
      return Verdict.DUPLICATE;
    }
    if (previous > position) {
      return Verdict.GAP;
    }
    if (channel == null) {
      channel = new Channel();
      channels.put(from, channel);
    }
    channel.position = number;
    moved.add(from);
    return Verdict.TAKE;
  }

  /** Number of the last item taken from the entity. */
  public long position(EntityId from) {
    return position(from, channels.get(from));
  }

  /** Number of the last item from the entity that the journal covers. */
  public long durable(EntityId from) {
    Channel channel = channels.get(from);
    long recorded = channel == null ? 0 : channel.recorded;
    return from instanceof EntityId.Substream key ? Math.max(recorded, low(key)) : recorded;
  }

  /** Learns a partition's output-low; it never falls. */
  public void low(EntityId.Partition partition, long number) {
    lows.merge(partition, number, Math::max);
  }

  /** Whether something was taken that no record covers. */
  public boolean unrecorded() {
    return !moved.isEmpty();
  }

  /** The positions to record: those that moved since the last record. */
  public List<Position> record() {
    List<Position> positions = new ArrayList<>(moved.size());
    for (EntityId from : moved) {
      positions.add(new Position(from, position(from)));
    }
    recording = List.copyOf(moved);
    moved.clear();
    return positions;
  }

  /** The partitions' output-lows, to be recorded beside the positions. */
  public List<Low> recordLows() {
    List<Low> all = new ArrayList<>(lows.size());
    lows.forEach((partition, number) -> all.add(new Low(partition, number)));
    return all;
  }

  /** The record is durable: whose durable positions moved. */
  public List<EntityId> recorded() {
    List<EntityId> from = recording;
    for (EntityId sender : from) {
      Channel channel = channels.get(sender);
      if (channel != null) {
        channel.recorded = channel.position;
      }
    }
    recording = List.of();
    forget();
    return from;
  }

  /** Forgets entries of substreams at or below output-low; to be called when that is recorded. */
  public void forget() {
    channels
        .entrySet()
        .removeIf(e -> covered(e.getKey(), e.getValue().position) && !moved.contains(e.getKey()));
  }

  /** Sets a channel's durable position, where it moves apart from what was taken. */
  public void recorded(EntityId from, long number) {
    Channel channel = channels.computeIfAbsent(from, f -> new Channel());
    channel.recorded = Math.max(channel.recorded, number);
    channel.position = Math.max(channel.position, number);
    if (channel.recorded == channel.position) {
      moved.remove(from);
    }
  }

  /** How many senders are remembered. */
  int size() {
    return channels.size();
  }

  /** In recovery: a record of the journal. */
  public void replay(List<Position> positions, List<Low> recordedLows) {
    for (Position position : positions) {
      recorded(position.from, position.number);
    }
    for (Low low : recordedLows) {
      low(low.partition, low.number);
    }
  }

  /**
   * All positions taken that output-low does not say, for a snapshot that holds all that was taken.
   */
  public List<Position> taken() {
    List<Position> positions = new ArrayList<>(channels.size());
    channels.forEach(
        (from, channel) -> {
          if (!covered(from, channel.position)) {
            positions.add(new Position(from, channel.position));
          }
        });
    return positions;
  }

  /**
   * All durable positions that output-low does not say, for a snapshot that holds no more than the
   * records did.
   */
  public List<Position> durable() {
    List<Position> positions = new ArrayList<>(channels.size());
    channels.forEach(
        (from, channel) -> {
          if (channel.recorded > 0 && !covered(from, channel.recorded)) {
            positions.add(new Position(from, channel.recorded));
          }
        });
    return positions;
  }

  private long position(EntityId from, @Nullable Channel channel) {
    long position = channel == null ? 0 : channel.position;
    return from instanceof EntityId.Substream key ? Math.max(position, low(key)) : position;
  }

  private boolean covered(EntityId from, long number) {
    return from instanceof EntityId.Substream key && number <= low(key);
  }

  private long low(EntityId.Substream key) {
    Long low = lows.get(key.partition());
    return low == null ? 0 : low;
  }
}
