package io.tidemark.core.partition;

import io.tidemark.core.entity.Event;
import io.tidemark.core.message.KeyBytes;
import io.tidemark.core.message.KeyCounts;
import java.util.List;

/** What a source partition records. */
public sealed interface PartitionEvent extends Event {
  /** About how many bytes a key takes. */
  int KEY_BYTES = 16;

  /**
   * A decision was made; it is durable before anything of it leaves.
   *
   * @param opened keys that it opens
   * @param woken passive keys that it wakes
   * @param lowWater every decision up to here is durable at all receivers
   * @param outputLow every output numbered up to here is durable downstream
   */
  record Decided(
      Decision decision, List<KeyBytes> opened, List<KeyBytes> woken, long lowWater, long outputLow)
      implements PartitionEvent {
    @Override
    public int approximateBytes() {
      return LEAST_BYTES + KEY_BYTES * (opened.size() + woken.size());
    }

    /** Copies the lists. */
    public Decided {
      opened = List.copyOf(opened);
      woken = List.copyOf(woken);
    }
  }

  /** Keys left memory; their substreams may stop. */
  record Rested(List<Rest> keys) implements PartitionEvent {
    @Override
    public int approximateBytes() {
      return LEAST_BYTES + LEAST_BYTES * keys.size();
    }

    /** Copies the list. */
    public Rested {
      keys = List.copyOf(keys);
    }
  }

  /**
   * What is remembered of a key that left memory.
   *
   * @param closed nothing but its counts: it starts anew when it comes back
   * @param dueMicros floor at which it must be woken
   * @param dueNever it need not be woken by any floor
   * @param holdMicros earliest time it may still emit
   * @param counts since the key was opened
   */
  record Rest(
      KeyBytes key,
      boolean closed,
      long dueMicros,
      boolean dueNever,
      long holdMicros,
      KeyCounts counts) {}
}
