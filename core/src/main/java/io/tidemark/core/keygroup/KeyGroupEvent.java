package io.tidemark.core.keygroup;

import io.tidemark.core.channel.Incoming;
import io.tidemark.core.codec.Blob;
import io.tidemark.core.entity.Event;
import io.tidemark.core.message.OutputDigest;
import java.util.List;

/** What a key group records. */
public sealed interface KeyGroupEvent extends Event {
  /**
   * Timers ran that wait for the clock, after everything due at the progress applied.
   *
   * @param clockMicros what the clock read
   * @param timers how many ran, in their order
   * @param advanced what was done, that included
   */
  record Rung(long clockMicros, long timers, Advanced advanced) implements KeyGroupEvent {
    @Override
    public int approximateBytes() {
      return LEAST_BYTES + advanced.approximateBytes();
    }
  }

  /**
   * Work was done: everything in memory up to here is covered by this record.
   *
   * @param positions channels that moved, with their new positions
   * @param lows output-low of upstream partitions
   * @param appliedMicros progress applied
   * @param number of the outputs; the last number where there are none
   * @param outputs fired, as the ports encode them
   * @param durables how far receivers were durable
   * @param delta what changed in the computation's state and still stands
   * @param discarded cumulative count of open outputs dropped at the end of input
   * @param digest of all outputs so far
   */
  record Advanced(
      List<Incoming.Position> positions,
      List<Incoming.Low> lows,
      long appliedMicros,
      long number,
      Blob outputs,
      List<Incoming.Position> durables,
      Blob delta,
      long discarded,
      OutputDigest digest)
      implements KeyGroupEvent {
    @Override
    public int approximateBytes() {
      return LEAST_BYTES
          + outputs.size()
          + delta.size()
          + LEAST_BYTES * (positions.size() + lows.size() + durables.size());
    }

    /** Copies the lists. */
    public Advanced {
      positions = List.copyOf(positions);
      lows = List.copyOf(lows);
      durables = List.copyOf(durables);
    }
  }
}
