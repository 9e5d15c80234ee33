package io.tidemark.core.sink;

import io.tidemark.core.channel.Incoming;
import io.tidemark.core.entity.Event;
import io.tidemark.core.message.OutputDigest;
import java.util.List;

/** What a sink records. */
public sealed interface SinkEvent extends Event {
  /**
   * Rows are appended to the output and synced.
   *
   * @param committedMicros every row before this time is in the output
   * @param length of the output, in bytes
   * @param rows cumulative number of rows in the output
   * @param sealed nothing follows
   * @param positions channels whose items are in the output entirely, with their new positions
   * @param lows output-low of upstream partitions
   * @param digest of all rows in the output
   */
  record Committed(
      long committedMicros,
      long length,
      long rows,
      boolean sealed,
      List<Incoming.Position> positions,
      List<Incoming.Low> lows,
      OutputDigest digest)
      implements SinkEvent {
    @Override
    public int approximateBytes() {
      return LEAST_BYTES * (1 + positions.size() + lows.size());
    }

    /** Copies the lists. */
    public Committed {
      positions = List.copyOf(positions);
      lows = List.copyOf(lows);
    }
  }
}
