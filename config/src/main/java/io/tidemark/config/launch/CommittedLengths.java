package io.tidemark.config.launch;

import io.tidemark.config.state.OutputFiles;
import io.tidemark.core.entity.Event;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.sink.SinkEvent;
import io.tidemark.persistence.event.EventFormat;
import io.tidemark.persistence.journal.Journal;
import io.tidemark.persistence.journal.JournalContents;
import io.tidemark.persistence.journal.JournalException;
import io.tidemark.runtime.entity.PersistenceIds;
import java.util.HashMap;
import java.util.Map;

/**
 * How long the outputs of an interrupted run are, as its journal has it, known before an actor
 * starts: so a run whose outputs were lost is refused and not begun.
 */
final class CommittedLengths {
  private CommittedLengths() {}

  /**
   * The committed length of each sink's file, in bytes; a sink that committed nothing is left out.
   *
   * <p>Events are enough: a journal keeps those between the last two snapshots.
   */
  static Map<String, Long> of(Journal journal, String pipeline, OutputFiles outputs) {
    JournalContents contents = JournalContents.of(journal);
    Map<String, Long> lengths = new HashMap<>();
    for (OutputFiles.Output output : outputs.outputs()) {
      String sink = output.sink();
      try {
        contents.forEachEvent(
            PersistenceIds.of(pipeline, new EntityId.Sink(sink)).id(),
            written -> {
              Event event = EventFormat.read(written.manifest(), written.payload());
              if (event instanceof SinkEvent.Committed committed) {
                lengths.put(sink, committed.length());
              }
            });
      } catch (JournalException e) {
        // The sink itself meets the damage, and the run ends with what the journal says of it.
        lengths.remove(sink);
      }
    }
    return lengths;
  }
}
