package io.tidemark.core.window;

import io.tidemark.core.entity.ForwardingComputation;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.message.AdmittedBatch;
import io.tidemark.core.message.Arrivals;
import io.tidemark.core.message.Arrived;
import io.tidemark.core.message.EntityId;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A windowed aggregate of which a part depends on the canonical order of elements, such as the
 * first value. Elements are accumulated as they come all the same: each with its position, which is
 * what the order is kept by.
 */
public final class PositionedComputation extends ForwardingComputation {
  private final Arrivals arrivals;
  private final List<Input> inputs;

  /**
   * What is read.
   *
   * @param view elements as keys and aggregates take them; null as they are held; gives null for
   *     one that is left out
   * @param rank of a result, what orders those of one time; null of a source
   */
  public record Input(
      Arrivals.Input read,
      @Nullable Function<Object, Object> view,
      @Nullable Function<Object, List<Object>> rank) {}

  /**
   * A computation that has seen nothing.
   *
   * @param stream its name, for messages
   * @param inputs in the order of their names
   */
  public PositionedComputation(
      String stream,
      List<Input> inputs,
      Windows windows,
      KeySelector<Object, Object> keys,
      List<Aggregate<Object, ?>> aggregates) {
    super(
        new WindowComputation(
            Windowing.of(
                stream, windows, Positioned.keys(keys), Positioned.aggregates(aggregates))));
    this.inputs = List.copyOf(inputs);
    this.arrivals = new Arrivals("stream " + stream, inputs.stream().map(Input::read).toList());
  }

  @Override
  public void accept(EntityId from, long assignedMicros, Object element) {
    Arrived arrived = arrivals.of(from, element);
    Input input = inputs.get(arrived.input());
    Function<Object, Object> view = input.view;
    Object seen = view == null ? arrived.held() : view.apply(arrived.held());
    if (seen != null) {
      Function<Object, List<Object>> rank = input.rank;
      List<Object> ranked = rank == null ? List.of() : rank.apply(arrived.held());
      Position position = Position.of(assignedMicros, arrived, ranked);
      computation.accept(from, assignedMicros, new Positioned(position, seen));
    }
  }

  @Override
  public void accept(EntityId from, AdmittedBatch.Slice slice) {
    for (int i = 0; i < slice.size(); i++) {
      accept(from, slice.timeMicros(i), slice.value(i));
    }
  }
}
