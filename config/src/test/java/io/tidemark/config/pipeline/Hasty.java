package io.tidemark.config.pipeline;

import io.tidemark.core.row.Row;
import io.tidemark.core.transform.PipelineTransform;
import io.tidemark.core.transform.Transform;
import io.tidemark.core.transform.Transformation;

/** A transform that takes elements as they come. */
public final class Hasty implements PipelineTransform {
  /** A result. */
  public record Out(String key) {}

  /** A test makes none itself. */
  public Hasty() {}

  @Override
  public Transformation<Object, Row, String, Out> transformation() {
    Transform<Object, Row, String, Out> nothing = (state, row, context) -> state;
    return Transformation.of(nothing, String.class, Out.class).arrivalOrder();
  }
}
