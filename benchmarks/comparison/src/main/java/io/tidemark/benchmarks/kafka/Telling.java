package io.tidemark.benchmarks.kafka;

import java.time.Duration;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Tells elements and, in place of timers, one punctuation by the time of the stream: 10 after the
 * element at 0. None can be asked for in the past.
 */
final class Telling implements Processor<String, String, String, String> {
  private @Nullable ProcessorContext<String, String> context;

  @Override
  public void init(ProcessorContext<String, String> given) {
    context = given;
  }

  @Override
  public void process(Record<String, String> element) {
    ProcessorContext<String, String> to = context;
    if (to == null) {
      throw new IllegalStateException("an element came before init: " + element);
    }
    to.forward(element);
    if (element.value().equals("0")) {
      Cancellable[] scheduled = new Cancellable[1];
      scheduled[0] =
          to.schedule(
              Duration.ofMillis(10),
              PunctuationType.STREAM_TIME,
              time -> {
                to.forward(new Record<>("k", "timer " + time, time));
                if (time >= 10) {
                  scheduled[0].cancel();
                }
              });
    }
  }
}
