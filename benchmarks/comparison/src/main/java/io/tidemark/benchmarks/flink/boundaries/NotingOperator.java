package io.tidemark.benchmarks.flink.boundaries;

import io.tidemark.benchmarks.boundaries.Notes;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/** Notes results and watermarks. */
final class NotingOperator extends AbstractStreamOperator<String>
    implements OneInputStreamOperator<String, String> {
  private final String notes;

  NotingOperator(String notes) {
    this.notes = notes;
  }

  @Override
  public void processElement(StreamRecord<String> result) {
    Notes.named(notes).result(result.getValue());
  }

  @Override
  public void processWatermark(Watermark watermark) throws Exception {
    Notes.named(notes).watermark(watermark.getTimestamp());
    super.processWatermark(watermark);
  }
}
