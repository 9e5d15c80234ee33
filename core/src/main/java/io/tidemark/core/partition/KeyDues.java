package io.tidemark.core.partition;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Predicate;

/** When keys must be woken: the floors at which something of theirs falls due. */
final class KeyDues {
  private record Due(long micros, KeyEntry entry) {}

  private final PriorityQueue<Due> marks =
      new PriorityQueue<>((a, b) -> Long.compare(a.micros, b.micros));

  /** Marks when the key must be woken, if ever. */
  void watch(KeyEntry entry) {
    if (!entry.dueNever() && entry.watch(entry.dueMicros())) {
      marks.add(new Due(entry.dueMicros(), entry));
    }
  }

  /**
   * Takes the keys whose due time the floor has reached: those that rest, and awake ones that have
   * answered everything, since others are marked again with their answer.
   *
   * @param isOpen whether a key is still among the open ones
   */
  List<KeyEntry> take(long floorMicros, Predicate<KeyEntry> isOpen) {
    List<KeyEntry> due = new ArrayList<>();
    while (!marks.isEmpty() && marks.peek().micros <= floorMicros) {
      Due mark = marks.remove();
      KeyEntry entry = mark.entry;
      entry.unwatch(mark.micros);
      boolean current = isOpen.test(entry) && !entry.dueNever();
      if (current && entry.dueMicros() == mark.micros && mayWake(entry)) {
        due.add(entry);
      }
    }
    return due;
  }

  private static boolean mayWake(KeyEntry entry) {
    return !entry.isAwake() || (!entry.isUnknown() && !entry.isUnanswered());
  }
}
