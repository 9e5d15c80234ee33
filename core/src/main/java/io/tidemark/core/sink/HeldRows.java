package io.tidemark.core.sink;

import io.tidemark.core.channel.Incoming;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Output;
import io.tidemark.core.time.Time;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The rows a sink has taken and not written, by time, and what is left of each item they came in:
 * an item is done when all its rows are written.
 */
final class HeldRows {
  private static final class Item {
    private final EntityId from;
    private final long number;
    private int left;

    Item(EntityId from, long number, int left) {
      this.from = from;
      this.number = number;
      this.left = left;
    }
  }

  private record Row(Output output, Item item) {}

  private final Comparator<Object> order;
  private final TreeMap<Long, List<Row>> byTime = new TreeMap<>();
  private final Map<EntityId, Deque<Item>> open = new HashMap<>();
  private final Map<EntityId, Long> done = new HashMap<>();
  private int size;

  /**
   * Nothing held.
   *
   * @param order of the values of rows with one time
   */
  HeldRows(Comparator<Object> order) {
    this.order = order;
  }

  /** Holds the rows of an item that came after all others from its sender. */
  void hold(EntityId from, long number, List<Output> rows) {
    Item item = new Item(from, number, rows.size());
    for (Output row : rows) {
      byTime.computeIfAbsent(row.timeMicros(), t -> new ArrayList<>()).add(new Row(row, item));
    }
    size += rows.size();
    open.computeIfAbsent(from, f -> new ArrayDeque<>()).add(item);
    settle(from);
  }

  /** The earliest time held; {@link Time#MAX} where nothing is. */
  long firstMicros() {
    return byTime.isEmpty() ? Time.MAX : byTime.firstKey();
  }

  boolean isEmpty() {
    return size == 0;
  }

  /**
   * Takes rows before the time in order, whole times at once, until there are {@code max} or more.
   *
   * @param everything rows at any time
   */
  List<Output> take(long beforeMicros, boolean everything, int max) {
    List<Output> rows = new ArrayList<>();
    Set<EntityId> touched = new HashSet<>();
    while (!byTime.isEmpty() && rows.size() < max) {
      if (!everything && byTime.firstKey() >= beforeMicros) {
        break;
      }
      Map.Entry<Long, List<Row>> first = byTime.pollFirstEntry();
      List<Row> same = first.getValue();
      same.sort((a, b) -> order.compare(a.output.value(), b.output.value()));
      for (Row row : same) {
        row.item.left--;
        if (row.item.left == 0) {
          touched.add(row.item.from);
        }
        rows.add(row.output);
      }
    }
    size -= rows.size();
    touched.forEach(this::settle);
    return rows;
  }

  /** Channels with items done since the last call, with the number of the last one. */
  List<Incoming.Position> done() {
    List<Incoming.Position> positions = new ArrayList<>();
    done.forEach((from, number) -> positions.add(new Incoming.Position(from, number)));
    done.clear();
    return positions;
  }

  /** Whether some item was done since {@link #done}. */
  boolean anyDone() {
    return !done.isEmpty();
  }

  private void settle(EntityId from) {
    Deque<Item> items = open.get(from);
    while (items != null && !items.isEmpty() && items.peek().left == 0) {
      done.put(from, items.remove().number);
    }
    if (items != null && items.isEmpty()) {
      open.remove(from);
    }
  }
}
