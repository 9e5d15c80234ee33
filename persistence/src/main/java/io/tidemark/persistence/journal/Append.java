package io.tidemark.persistence.journal;

import io.tidemark.persistence.journal.FenceRule.Fence;
import java.util.List;

/**
 * Events of one entity that are written together or not at all.
 *
 * @param first the sequence number of the first; the others follow without gaps
 * @param events encoded, their links not yet filled in; owned by the journal from here on
 * @param fences in the order of the events that need one
 */
record Append(String entity, long first, List<byte[]> events, List<Fence> fences) {
  Append {
    events = List.copyOf(events);
    fences = List.copyOf(fences);
  }

  int bytes() {
    int bytes = 0;
    for (byte[] event : events) {
      bytes += event.length;
    }
    return bytes;
  }
}
