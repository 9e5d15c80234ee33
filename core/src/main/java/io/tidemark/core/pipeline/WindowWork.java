package io.tidemark.core.pipeline;

import io.tidemark.core.codec.Codec;
import io.tidemark.core.entity.Computation;
import io.tidemark.core.entity.ViewedComputation;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.message.Arrivals;
import io.tidemark.core.message.Piece;
import io.tidemark.core.row.ValueOrder;
import io.tidemark.core.window.Aggregate;
import io.tidemark.core.window.PositionedComputation;
import io.tidemark.core.window.SeveralWindows;
import io.tidemark.core.window.WindowComputation;
import io.tidemark.core.window.WindowResult;
import io.tidemark.core.window.WindowResultCodec;
import io.tidemark.core.window.Windowing;
import io.tidemark.core.window.Windows;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Aggregates over windows; results are {@link WindowResult}s.
 *
 * @param key of the elements
 * @param aggregates at least one; a result's values come in their order
 * @param views elements as keys and aggregates take them, by the name of what they come from; none
 *     where they take them as they are held
 */
public record WindowWork(
    KeySelector<Object, Object> key,
    Windows windows,
    List<Aggregate<Object, ?>> aggregates,
    Map<String, Function<Object, Object>> views)
    implements Work {
  /** Copies what is given. */
  public WindowWork {
    aggregates = List.copyOf(aggregates);
    views = Map.copyOf(views);
  }

  /** Over elements as they are held. */
  public WindowWork(
      KeySelector<Object, Object> key, Windows windows, List<Aggregate<Object, ?>> aggregates) {
    this(key, windows, aggregates, Map.of());
  }

  @Override
  public Computation begin(StreamSpec stream, Plan plan) {
    if (isOrdered()) {
      return new PositionedComputation(
          stream.name(), inputs(stream, plan), windows, key, aggregates);
    }
    Computation windowed =
        new WindowComputation(Windowing.of(stream.name(), windows, key, aggregates));
    if (views.isEmpty()) {
      return windowed;
    }
    Map<String, Function<Object, Object>> byOrigin = new HashMap<>();
    views.forEach((from, view) -> byOrigin.put(plan.origin(from), view));
    return new ViewedComputation(windowed, byOrigin);
  }

  @Override
  public boolean isOrdered() {
    return aggregates.stream().anyMatch(Aggregate::isOrdered);
  }

  private List<PositionedComputation.Input> inputs(StreamSpec stream, Plan plan) {
    List<PositionedComputation.Input> inputs = new ArrayList<>();
    for (Arrivals.Input read : plan.arrivals(stream)) {
      Function<Object, List<Object>> rank =
          plan.isSource(read.from()) ? null : plan.stream(read.from()).work()::rank;
      boolean pieces = stream.input(read.from()).pieces() != null;
      inputs.add(
          new PositionedComputation.Input(
              read, views.get(read.from()), pieces ? rankOfPieces(rank) : rank));
    }
    return inputs;
  }

  /** What is made of one element stands where that stands, one after the other. */
  private static Function<Object, List<Object>> rankOfPieces(
      @Nullable Function<Object, List<Object>> rankOfElements) {
    return held -> {
      Piece piece = (Piece) held;
      List<Object> rank = new ArrayList<>();
      if (rankOfElements != null) {
        rank.addAll(rankOfElements.apply(piece.held()));
      }
      rank.add((long) piece.number());
      return rank;
    };
  }

  @Override
  @SuppressWarnings("unchecked")
  public Codec<Object> results() {
    return (Codec<Object>) (Codec<?>) new WindowResultCodec<>(key.codec());
  }

  @Override
  public Comparator<Object> resultOrder() {
    Comparator<WindowResult<?>> order = windowOrder();
    return (left, right) -> order.compare((WindowResult<?>) left, (WindowResult<?>) right);
  }

  @Override
  public List<Object> rank(Object result) {
    WindowResult<?> of = (WindowResult<?>) result;
    List<Object> rank = new ArrayList<>(List.of(of.endMicros(), of.startMicros(), of.key()));
    if (windows instanceof SeveralWindows && of.values().get(0) instanceof String name) {
      rank.add(name);
    }
    return rank;
  }

  /** The canonical order of results: window end, window start, key, and of several their name. */
  public Comparator<WindowResult<?>> windowOrder() {
    Comparator<WindowResult<?>> bounds =
        Comparator.<WindowResult<?>>comparingLong(WindowResult::endMicros)
            .thenComparingLong(WindowResult::startMicros);
    Comparator<Object> keys = key.order();
    Comparator<WindowResult<?>> one =
        bounds.thenComparing((left, right) -> keys.compare(left.key(), right.key()));
    return windows instanceof SeveralWindows ? one.thenComparing(WindowWork::compareNames) : one;
  }

  private static int compareNames(WindowResult<?> left, WindowResult<?> right) {
    return ValueOrder.INSTANCE.compare(left.values().get(0), right.values().get(0));
  }
}
