package io.tidemark.core.channel;

import io.tidemark.core.entity.Step;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Message;
import io.tidemark.core.time.Time;
import java.util.ArrayList;
import java.util.List;

/**
 * The sending end of one channel: numbers, retention and sending again.
 *
 * <p>An item is kept until the receiver says it is <em>durable</em>. It holds the sender's progress
 * back until the receiver says, under the sender's own generation, that it is <em>delivered</em>.
 * At most {@code window} items are under way at once; the others wait here.
 *
 * <p>Not thread-safe: owned by one entity.
 */
public final class Outgoing {
  private static final int COMPACT_AT = 64;

  /** Stands for an entry that is durable, so that its elements are free before the next move. */
  private static final Entry RELEASED = new Entry(0, 0, 0, new Message.Outputs(List.of()));

  private record Entry(long number, long minMicros, long maxMicros, Message.Payload payload) {}

  private final EntityId from;
  private final EntityId to;
  private final int window;
  private final List<Entry> entries = new ArrayList<>();
  private int head;
  private int next;
  private int firstUndelivered;
  private long delivered;
  private long durable;
  private long retainedSize;
  private long sentAtMicros;

  /**
   * An empty channel.
   *
   * @param window the most items under way, at least 1
   */
  public Outgoing(EntityId from, EntityId to, int window) {
    this.from = from;
    this.to = to;
    this.window = window;
  }

  /** The receiver. */
  public EntityId to() {
    return to;
  }

  /**
   * Keeps an item that its receiver records whatever the progress is; it leaves with the next
   * {@link #send}.
   *
   * @param number greater than that of any item before
   * @param minMicros the earliest assigned time in it
   */
  public void add(long number, long minMicros, Message.Payload payload) {
    add(number, minMicros, minMicros, payload);
  }

  /**
   * Keeps an item that its receiver may hold until progress is beyond it; it leaves with the next
   * {@link #send}.
   *
   * @param number greater than that of any item before
   * @param minMicros the earliest assigned time in it
   * @param maxMicros the latest
   */
  public void add(long number, long minMicros, long maxMicros, Message.Payload payload) {
    if (number <= durable) {
      return;
    }
    entries.add(new Entry(number, minMicros, maxMicros, payload));
    retainedSize += payload.size();
  }

  /** Sends what may leave. */
  public void send(long nowMicros, long generation, Step step) {
    int end = Math.min(entries.size(), firstUndelivered() + window);
    next = Math.max(next, head);
    while (next < end) {
      Entry entry = entries.get(next);
      long previous = next == head ? 0 : entries.get(next - 1).number;
      step.send(to, new Message.Item(from, generation, entry.number, previous, entry.payload));
      next++;
      sentAtMicros = nowMicros;
    }
  }

  /**
   * Takes the receiver's answer.
   *
   * @param ownGeneration whether the answer carries the sender's own generation; only then does
   *     {@code deliveredNumber} count
   * @return whether anything moved
   */
  public boolean acknowledge(long deliveredNumber, long durableNumber, boolean ownGeneration) {
    long before = delivered + durable;
    durable = Math.max(durable, durableNumber);
    delivered = Math.max(delivered, durable);
    if (ownGeneration) {
      delivered = Math.max(delivered, deliveredNumber);
    }
    while (head < entries.size() && entries.get(head).number <= durable) {
      retainedSize -= entries.get(head).payload.size();
      entries.set(head, RELEASED);
      head++;
    }
    if (head >= COMPACT_AT && head * 2 >= entries.size()) {
      entries.subList(0, head).clear();
      next = Math.max(0, next - head);
      firstUndelivered = Math.max(0, firstUndelivered - head);
      head = 0;
    }
    return delivered + durable != before;
  }

  /**
   * A new generation: what was delivered and is not durable counts as neither, and is sent again.
   */
  public void fallBack() {
    delivered = durable;
    next = head;
    firstUndelivered = head;
  }

  /**
   * Sends again what nobody answered for {@code afterMicros}; where all is delivered and some is
   * not durable, the oldest item, since its answer tells.
   */
  public void resend(long nowMicros, long afterMicros, long generation, Step step) {
    if (head == entries.size() || nowMicros - sentAtMicros < afterMicros) {
      return;
    }
    int first = firstUndelivered();
    if (first < entries.size()) {
      next = first;
      send(nowMicros, generation, step);
    } else {
      Entry entry = entries.get(head);
      step.send(to, new Message.Item(from, generation, entry.number, 0, entry.payload));
      sentAtMicros = nowMicros;
    }
  }

  /** The earliest time among the items not delivered; {@link Time#MAX} where there is none. */
  public long holdMicros() {
    long min = Time.MAX;
    for (int i = firstUndelivered(); i < entries.size(); i++) {
      min = Math.min(min, entries.get(i).minMicros);
    }
    return min;
  }

  /** Whether some item is not delivered. */
  public boolean undelivered() {
    return head < entries.size() && entries.get(entries.size() - 1).number > delivered;
  }

  /** How many elements or rows are in items not delivered; cost: the number of these items. */
  public long undeliveredSize() {
    long size = 0;
    for (int i = firstUndelivered(); i < entries.size(); i++) {
      size += entries.get(i).payload.size();
    }
    return size;
  }

  /** How many elements or rows are retained. */
  public long retainedSize() {
    return retainedSize;
  }

  /**
   * How many elements or rows are retained in items that end before the time; cost: the number of
   * items retained. An item that goes on beyond it does not count: a receiver that holds rows until
   * their time is reached answers for the whole item, so at this time it cannot answer yet.
   */
  public long retainedBefore(long micros) {
    long size = 0;
    for (int i = head; i < entries.size(); i++) {
      Entry entry = entries.get(i);
      size += entry.maxMicros < micros ? entry.payload.size() : 0;
    }
    return size;
  }

  /** Number of the oldest retained item, or 0. */
  public long oldest() {
    return head < entries.size() ? entries.get(head).number : 0;
  }

  /** The number up to which everything is durable at the receiver. */
  public long durable() {
    return durable;
  }

  /** The retained items, oldest first, for a snapshot. */
  public void forEachRetained(Visitor visitor) {
    for (int i = head; i < entries.size(); i++) {
      Entry entry = entries.get(i);
      visitor.visit(entry.number, entry.payload);
    }
  }

  /** Is shown retained items. */
  @FunctionalInterface
  public interface Visitor {
    /** One retained item. */
    void visit(long number, Message.Payload payload);
  }

  private int firstUndelivered() {
    firstUndelivered = Math.max(firstUndelivered, head);
    while (firstUndelivered < entries.size() && entries.get(firstUndelivered).number <= delivered) {
      firstUndelivered++;
    }
    return firstUndelivered;
  }
}
