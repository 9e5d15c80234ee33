package io.tidemark.benchmarks.jet.boundaries;

import com.hazelcast.jet.core.AbstractProcessor;
import com.hazelcast.jet.core.Watermark;
import io.tidemark.benchmarks.boundaries.Notes;

/** Notes results and watermarks. */
final class NotingProcessor extends AbstractProcessor {
  private final String notes;

  NotingProcessor(String notes) {
    this.notes = notes;
  }

  @Override
  protected boolean tryProcess(int ordinal, Object item) {
    Notes.named(notes).result((String) item);
    return true;
  }

  @Override
  public boolean tryProcessWatermark(Watermark watermark) {
    Notes.named(notes).watermark(watermark.timestamp());
    return super.tryProcessWatermark(watermark);
  }
}
