package io.tidemark.benchmarks.nexmark;

import io.tidemark.core.key.Key;
import io.tidemark.core.pipeline.KeyableStage;
import io.tidemark.core.pipeline.TransformedStage;
import io.tidemark.core.transform.Transform;
import io.tidemark.core.transform.TransformContext;
import org.jspecify.annotations.Nullable;

/**
 * Gives each element as a result. A sink stands behind a computation only, and a computation has a
 * key, so this is how what maps and filters made is written.
 */
final class Each<O extends Record> implements Transform<Long, O, Long, O> {
  private Each() {}

  /**
   * The elements of the stage as results.
   *
   * @param key spreads the work; it changes nothing else
   */
  static <O extends Record> TransformedStage<O> of(
      KeyableStage<O> stage, String stream, Class<O> type, Key.Field<O, Long> key) {
    return stage.keyBy(key).transform(stream, new Each<>(), Long.class, type);
  }

  @Override
  public @Nullable Long onElement(
      @Nullable Long nothing, O element, TransformContext<Long, O> context) {
    context.emit(element);
    return null;
  }
}
