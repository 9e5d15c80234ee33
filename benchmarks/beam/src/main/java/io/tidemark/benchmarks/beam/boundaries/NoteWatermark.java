package io.tidemark.benchmarks.beam.boundaries;

import io.tidemark.benchmarks.boundaries.Notes;
import io.tidemark.benchmarks.boundaries.Step;
import org.apache.beam.sdk.transforms.DoFn;

/** Notes the watermarks that elements tell of. */
final class NoteWatermark extends DoFn<String, Void> {
  private final String notes;

  NoteWatermark(String notes) {
    this.notes = notes;
  }

  /** Called by Beam. */
  @ProcessElement
  public void process(@Element String text) {
    Step step = Step.of(text);
    if (step.isWatermark()) {
      Notes.named(notes).watermark(step.millis());
    }
  }
}
