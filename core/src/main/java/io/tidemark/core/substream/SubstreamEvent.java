package io.tidemark.core.substream;

import io.tidemark.core.channel.Incoming;
import io.tidemark.core.codec.Blob;
import io.tidemark.core.entity.Event;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.KeyCounts;
import io.tidemark.core.message.OutputDigest;
import io.tidemark.core.time.KeyState;
import java.util.List;

/** What a substream records. */
public sealed interface SubstreamEvent extends Event {
  /**
   * Work was done: everything in memory up to here is covered by this record.
   *
   * @param partition whose fence the write stands under
   * @param fence that must be the partition's newest
   * @param position number of the last item taken
   * @param openedAt decision that opened the key
   * @param base cumulative counts when the key was opened
   * @param counts cumulative counts
   * @param key the key's maximum and watermark
   * @param number of the outputs; the last number where there are none
   * @param outputs as the ports encode them
   * @param durables how far receivers were durable
   * @param delta what changed in each computation's state and still stands
   * @param digest of all outputs so far
   */
  record Advanced(
      EntityId.Partition partition,
      long fence,
      long position,
      long openedAt,
      KeyCounts base,
      KeyCounts counts,
      KeyState key,
      long number,
      Blob outputs,
      List<Incoming.Position> durables,
      Blob delta,
      OutputDigest digest)
      implements SubstreamEvent {
    @Override
    public int approximateBytes() {
      return LEAST_BYTES * (1 + durables.size()) + outputs.size() + delta.size();
    }

    /** Copies the list. */
    public Advanced {
      durables = List.copyOf(durables);
    }
  }
}
