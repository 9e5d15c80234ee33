package io.tidemark.config.launch;

import io.tidemark.config.state.OutputFiles;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.sink.SinkEvent;
import io.tidemark.persistence.journal.Journal;
import io.tidemark.persistence.journal.JournalContents;
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
   */
  static Map<String, Long> of(Journal journal, String pipeline, OutputFiles outputs) {
    JournalContents contents = JournalContents.of(journal);
    Map<String, Long> lengths = new HashMap<>();
    for (OutputFiles.Output output : outputs.outputs()) {
      EntityId.Sink sink = new EntityId.Sink(output.sink());
      LastRecord.of(contents, pipeline, sink, SinkEvent.Committed.class)
          .ifPresent(committed -> lengths.put(output.sink(), committed.length()));
    }
    return lengths;
  }
}
