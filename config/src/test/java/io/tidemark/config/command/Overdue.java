package io.tidemark.config.command;

import io.tidemark.core.row.Codecs;
import io.tidemark.core.row.Row;
import io.tidemark.core.transform.PipelineTransform;
import io.tidemark.core.transform.Timer;
import io.tidemark.core.transform.Transform;
import io.tidemark.core.transform.TransformContext;
import io.tidemark.core.transform.Transformation;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A computation that a pipeline file of a test names: how many rows of its key there are a little
 * after each arrived, by the clock. What that is differs from run to run.
 */
public final class Overdue implements PipelineTransform {
  private static final Duration PATIENCE = Duration.ofMillis(300);

  /** How many rows there are by then. */
  public record Seen(String device, long rows, Instant arrived) {}

  /** A test makes none itself. */
  public Overdue() {}

  @Override
  public Transformation<String, Row, Long, Seen> transformation() {
    return Transformation.of(new Counted(), Codecs.of(Long.class), Seen.class).wallClock();
  }

  private static final class Counted implements Transform<String, Row, Long, Seen> {
    @Override
    public Long onElement(@Nullable Long rows, Row row, TransformContext<String, Seen> context) {
      Instant arrived = context.arrivalTime().orElseThrow();
      context.setWallClockTimer(arrived.plus(PATIENCE));
      return rows == null ? 1 : rows + 1;
    }

    @Override
    public @Nullable Long onTimer(
        @Nullable Long rows, Timer timer, TransformContext<String, Seen> context) {
      context.emit(new Seen(context.key(), rows == null ? 0 : rows, timer.time().minus(PATIENCE)));
      return rows;
    }
  }
}
