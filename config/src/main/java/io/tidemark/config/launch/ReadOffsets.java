package io.tidemark.config.launch;

import io.tidemark.config.refusal.Problem;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.partition.PartitionEvent;
import io.tidemark.core.pipeline.Plan;
import io.tidemark.core.pipeline.SourceSpec;
import io.tidemark.core.source.Offset;
import io.tidemark.persistence.journal.Journal;
import io.tidemark.persistence.journal.JournalContents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How far an interrupted run has read its inputs, as its journal has it, known before an actor
 * starts. What {@code run.json} says of a file that is followed is how long it was when the run
 * began.
 */
final class ReadOffsets {
  private ReadOffsets() {}

  /**
   * The inputs that are shorter than what was read of them.
   *
   * @param inputs of each source its files, in their order
   */
  static List<Problem> shortened(Journal journal, Plan plan, Map<String, List<Path>> inputs)
      throws IOException {
    JournalContents contents = JournalContents.of(journal);
    List<Problem> problems = new ArrayList<>();
    for (SourceSpec source : plan.pipeline().sources()) {
      List<Path> files = inputs.getOrDefault(source.name(), List.of());
      for (EntityId.Partition partition : plan.partitions(source)) {
        Offset read = read(contents, plan.pipeline().name(), partition);
        int file = source.source().severalFiles() ? read.file() : partition.index();
        if (file < files.size() && Files.size(files.get(file)) < read.position()) {
          problems.add(
              Problem.of(
                  files.get(file).toString(),
                  "was shortened: source="
                      + source.name()
                      + ", read by the interrupted run="
                      + read.position()
                      + ", actual="
                      + Files.size(files.get(file))
                      + " (bytes)",
                  "restore the file to go on with the run, or start it anew with --fresh"));
        }
      }
    }
    return problems;
  }

  private static Offset read(
      JournalContents contents, String pipeline, EntityId.Partition partition) {
    return LastRecord.of(contents, pipeline, partition, PartitionEvent.Decided.class)
        .map(decided -> decided.decision().end())
        .orElse(Offset.START);
  }
}
