package io.tidemark.core.partition;

import io.tidemark.core.message.AdmittedBatch;
import io.tidemark.core.message.Message;
import io.tidemark.core.time.Time;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/** What was sent to one key's substream, or waits to be, and how far the substream answered. */
final class KeyFeed {
  private record Item(
      long number,
      long holdMicros,
      AdmittedBatch.Slice elements,
      long floorMicros,
      boolean sealed) {
    boolean isWake() {
      return (number & 1) == 1;
    }
  }

  /** Items that are not durable, by number. */
  private final Deque<Item> items = new ArrayDeque<>(2);

  private int elements;
  private long lastNumber;
  private long answered;
  private long sent;

  void add(long number, AdmittedBatch.Slice part, long holdMicros) {
    items.add(new Item(number, holdMicros, part, Time.MIN, false));
    elements += part.size();
    lastNumber = number;
  }

  void addWake(long number, long floorMicros, boolean sealed) {
    items.add(new Item(number, Time.MAX, AdmittedBatch.Slice.none(), floorMicros, sealed));
    lastNumber = number;
  }

  // ---- incarnations

  /** The substream leaves memory; everything is durable. */
  void clear() {
    items.clear();
    elements = 0;
  }

  /** Another incarnation begins, after one that knew everything. */
  void begin() {
    lastNumber = 0;
    answered = 0;
    sent = 0;
  }

  /** Another incarnation begins: it is sent all that is not durable, but for floors. */
  void restart() {
    items.removeIf(Item::isWake);
    lastNumber = items.isEmpty() ? 0 : items.getLast().number;
    answered = 0;
    sent = 0;
  }

  /** What was answered and is not durable is sent again. */
  void fallBack(long durable) {
    answered = Math.min(answered, durable);
    sendAgain();
  }

  /** What was not answered is sent again. */
  void sendAgain() {
    sent = Math.min(sent, answered);
  }

  // ---- sending and hearing

  /** The next items to send, at most {@code window} under way. */
  List<Message.FeedItem> take(int window) {
    List<Message.FeedItem> next = new ArrayList<>(2);
    long previous = 0;
    int underWay = 0;
    for (Item item : items) {
      if (item.number > answered) {
        underWay++;
        if (underWay > window) {
          break;
        }
        if (item.number > sent) {
          next.add(
              new Message.FeedItem(
                  item.number, previous, item.elements, item.floorMicros, item.sealed));
          sent = item.number;
        }
      }
      previous = item.number;
    }
    return next;
  }

  /**
   * The substream has items up to {@code position} in memory, and up to {@code durable} written.
   */
  void answer(long position, long durable) {
    answered = Math.max(answered, position);
    Iterator<Item> iterator = items.iterator();
    while (iterator.hasNext()) {
      Item item = iterator.next();
      if (item.number <= durable || (item.isWake() && item.number <= answered)) {
        elements -= item.elements.size();
        iterator.remove();
      }
    }
  }

  // ---- what there is

  boolean isEmpty() {
    return items.isEmpty();
  }

  /** Whether something was sent, or waits to be, that no answer covers. */
  boolean isUnanswered() {
    return !items.isEmpty() && items.getLast().number > answered;
  }

  boolean hasUnsent() {
    return !items.isEmpty() && items.getLast().number > sent;
  }

  long lastNumber() {
    return lastNumber;
  }

  long answered() {
    return answered;
  }

  /** The earliest time in what was not answered; {@link Time#MAX} where there is none. */
  long holdMicros() {
    long min = Time.MAX;
    for (Item item : items) {
      if (item.number > answered) {
        min = Math.min(min, item.holdMicros);
      }
    }
    return min;
  }

  /** The first item that was not answered; {@link Time#MAX}: there is none. */
  long firstUnanswered() {
    for (Item item : items) {
      if (item.number > answered) {
        return item.number;
      }
    }
    return Time.MAX;
  }

  /** The oldest decision with elements that are not durable; {@link Time#MAX}: there is none. */
  long oldestDecision() {
    for (Item item : items) {
      if (!item.isWake()) {
        return item.number >> 1;
      }
    }
    return Time.MAX;
  }

  /** Elements that are not durable. */
  int elements() {
    return elements;
  }

  /** Those of them that were not answered. */
  int inFlight() {
    int count = 0;
    Iterator<Item> latest = items.descendingIterator();
    while (latest.hasNext()) {
      Item item = latest.next();
      if (item.number <= answered) {
        break;
      }
      count += item.elements.size();
    }
    return count;
  }
}
