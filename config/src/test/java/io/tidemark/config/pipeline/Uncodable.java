package io.tidemark.config.pipeline;

import io.tidemark.core.row.Row;
import io.tidemark.core.transform.PipelineTransform;
import io.tidemark.core.transform.Transform;
import io.tidemark.core.transform.Transformation;

/** A transform with a state that nothing can write. */
public final class Uncodable implements PipelineTransform {
  /** A result. */
  public record Out(String key) {}

  /** A test makes none itself. */
  public Uncodable() {}

  @Override
  public Transformation<Object, Row, Runnable, Out> transformation() {
    Transform<Object, Row, Runnable, Out> nothing = (state, row, context) -> state;
    return Transformation.of(nothing, Runnable.class, Out.class);
  }
}
