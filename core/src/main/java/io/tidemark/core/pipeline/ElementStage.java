package io.tidemark.core.pipeline;

import java.util.List;

/**
 * Elements of sources and streams after steps that keep nothing: mapped, filtered, put together.
 * Such steps cost no stage of their own: they run where an element is handed on. Immutable.
 *
 * @param <T> the type of the elements
 */
public final class ElementStage<T> extends KeyableStage<T> {
  ElementStage(PipelineDraft draft, String name, List<Part<T>> parts) {
    super(draft, name, null, parts);
  }
}
