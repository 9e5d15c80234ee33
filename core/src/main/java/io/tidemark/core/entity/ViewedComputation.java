package io.tidemark.core.entity;

import io.tidemark.core.message.AdmittedBatch;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Placed;
import java.util.Map;
import java.util.function.Function;

/** A computation over several inputs, whose elements it takes in one form. */
public final class ViewedComputation extends ForwardingComputation {
  private final Map<String, Function<Object, Object>> views;

  /**
   * Takes ownership of the computation.
   *
   * @param views the form of elements by {@link EntityId#origin}; none where they have it already;
   *     what gives null is left out
   */
  public ViewedComputation(Computation computation, Map<String, Function<Object, Object>> views) {
    super(computation);
    this.views = Map.copyOf(views);
  }

  @Override
  public void accept(EntityId from, long assignedMicros, Object element) {
    Function<Object, Object> view = views.get(EntityId.origin(from));
    Object seen = view == null ? element : view.apply(Placed.bare(element));
    if (seen != null) {
      computation.accept(from, assignedMicros, seen);
    }
  }

  @Override
  public void accept(EntityId from, AdmittedBatch.Slice slice) {
    if (views.containsKey(EntityId.origin(from))) {
      for (int i = 0; i < slice.size(); i++) {
        accept(from, slice.timeMicros(i), slice.value(i));
      }
    } else {
      computation.accept(from, slice);
    }
  }
}
