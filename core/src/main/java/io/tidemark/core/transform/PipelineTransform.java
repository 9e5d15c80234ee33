package io.tidemark.core.transform;

import io.tidemark.core.row.Row;

/**
 * A transform that a pipeline file can name: {@code transform = "com.example.MyBehavior"}. A public
 * class with a public constructor without arguments; it is made more than once.
 */
public interface PipelineTransform {
  /**
   * The transform, with the classes of its states and results.
   *
   * <p>Its elements are rows, whose values are found by the names of columns. Its keys are the
   * value of the column that the pipeline file keys by, or, where it names none or several, the
   * list of their values.
   *
   * @throws IllegalArgumentException where nothing codes the states, or a row cannot hold the
   *     results: the pipeline is refused with its message
   */
  Transformation<?, Row, ?, ?> transformation();
}
