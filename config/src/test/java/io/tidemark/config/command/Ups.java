package io.tidemark.config.command;

import io.tidemark.core.row.Row;
import io.tidemark.core.transform.PipelineTransform;
import io.tidemark.core.transform.Transform;
import io.tidemark.core.transform.TransformContext;
import io.tidemark.core.transform.Transformation;
import org.jspecify.annotations.Nullable;

/** A computation that a pipeline file of a test names: by how much each value is above the last. */
public final class Ups implements PipelineTransform {
  /** The last value. */
  public record Last(double value) {}

  /** A value above the one before. */
  public record Up(String device, double by) {}

  /** A test makes none itself. */
  public Ups() {}

  @Override
  public Transformation<String, Row, Last, Up> transformation() {
    return Transformation.of(new Rises(), Last.class, Up.class);
  }

  private static final class Rises implements Transform<String, Row, Last, Up> {
    @Override
    public @Nullable Last onElement(
        @Nullable Last last, Row row, TransformContext<String, Up> context) {
      Double value = (Double) row.get("value");
      if (value == null) {
        return last;
      }
      if (last != null && value > last.value()) {
        context.emit(new Up(context.key(), value - last.value()));
      }
      return new Last(value);
    }
  }
}
