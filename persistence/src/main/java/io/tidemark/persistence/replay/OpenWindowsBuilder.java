package io.tidemark.persistence.replay;

import io.tidemark.core.entity.StoppedComputation;
import io.tidemark.core.message.Output;
import io.tidemark.core.pipeline.WindowWork;
import io.tidemark.core.time.Time;
import io.tidemark.core.window.WindowResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Gathers the open windows of one stream from wherever its computation runs. */
final class OpenWindowsBuilder {
  private static final int AT_ONCE = 1_000;

  private final String stream;
  private final int most;
  private final Comparator<WindowResult<?>> order;
  private final PriorityQueue<WindowResult<?>> first;
  private long count;
  private long nextDueMicros = Time.MAX;

  /**
   * Nothing gathered yet.
   *
   * @param most how many windows are kept, the first ones; the others are counted
   */
  OpenWindowsBuilder(String stream, WindowWork work, int most) {
    this.stream = stream;
    this.most = most;
    this.order = work.windowOrder();
    this.first = new PriorityQueue<>(order.reversed());
  }

  /** Takes out what the computation has open. */
  void take(StoppedComputation computation) {
    nextDueMicros = Math.min(nextDueMicros, computation.openDueMicros().orElse(Time.MAX));
    for (List<Output> open = computation.takeOpen(AT_ONCE);
        !open.isEmpty();
        open = computation.takeOpen(AT_ONCE)) {
      for (Output window : open) {
        add((WindowResult<?>) window.value());
      }
    }
  }

  private void add(WindowResult<?> window) {
    count++;
    first.add(window);
    if (first.size() > most) {
      first.remove();
    }
  }

  OpenWindows build() {
    List<WindowResult<?>> sorted = new ArrayList<>(first);
    sorted.sort(order);
    return new OpenWindows(stream, count, nextDueMicros, sorted);
  }
}
