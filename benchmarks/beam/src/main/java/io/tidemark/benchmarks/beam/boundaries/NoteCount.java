package io.tidemark.benchmarks.beam.boundaries;

import io.tidemark.benchmarks.boundaries.Notes;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.transforms.windowing.IntervalWindow;
import org.apache.beam.sdk.values.KV;

/** Notes bounds and count of a window. */
final class NoteCount extends DoFn<KV<String, Long>, Void> {
  private final String notes;

  NoteCount(String notes) {
    this.notes = notes;
  }

  /** Called by Beam. */
  @ProcessElement
  public void process(@Element KV<String, Long> count, BoundedWindow window) {
    IntervalWindow bounds = (IntervalWindow) window;
    Notes.named(notes)
        .result(
            bounds.start().getMillis() + ".." + bounds.end().getMillis() + " " + count.getValue());
  }
}
