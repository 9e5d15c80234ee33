package io.tidemark.benchmarks.flink.boundaries;

import io.tidemark.benchmarks.boundaries.Step;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;

/** Emits the watermarks among the steps and no other. */
final class StepWatermarks implements WatermarkGenerator<String> {
  @Override
  public void onEvent(String text, long eventMillis, WatermarkOutput output) {
    Step step = Step.of(text);
    if (step.isWatermark()) {
      output.emitWatermark(new Watermark(step.millis()));
    }
  }

  @Override
  public void onPeriodicEmit(WatermarkOutput output) {}
}
