package io.tidemark.config.launch;

import io.tidemark.config.state.OutputFiles;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.sink.SinkEvent;
import io.tidemark.persistence.journal.Journal;
import io.tidemark.persistence.journal.JournalContents;
import io.tidemark.persistence.journal.JournalException;
import io.tidemark.runtime.entity.PersistenceIds;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * How long the outputs of an interrupted run are, as its journal has it, known before an actor
 * starts: so a run whose outputs were lost is refused and not begun.
 *
 * @param bytes the committed length of each sink's file; a sink that committed nothing is left out
 * @param started the sinks that have recorded anything, which they do before they touch their file
 */
record CommittedLengths(Map<String, Long> bytes, Set<String> started) {
  static CommittedLengths of(Journal journal, String pipeline, OutputFiles outputs) {
    JournalContents contents = JournalContents.of(journal);
    Map<String, Long> bytes = new HashMap<>();
    Set<String> started = new HashSet<>();
    for (OutputFiles.Output output : outputs.outputs()) {
      EntityId.Sink sink = new EntityId.Sink(output.sink());
      if (hasStarted(contents, PersistenceIds.of(pipeline, sink).id())) {
        started.add(output.sink());
      }
      LastRecord.of(contents, pipeline, sink, SinkEvent.Committed.class)
          .ifPresent(committed -> bytes.put(output.sink(), committed.length()));
    }
    return new CommittedLengths(bytes, started);
  }

  /** A sink whose record cannot be read has one: it says itself what is wrong with it. */
  private static boolean hasStarted(JournalContents contents, String sink) {
    try {
      return contents.highest(sink) > 0;
    } catch (JournalException e) {
      return true;
    }
  }
}
