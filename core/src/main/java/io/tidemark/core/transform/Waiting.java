package io.tidemark.core.transform;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.message.Arrivals;
import io.tidemark.core.message.Arrived;
import io.tidemark.core.time.Time;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Elements that wait to be taken: until progress has passed them, in canonical order: assigned
 * time, stream, partition, and then as they came, which is by offset; results of a stream in its
 * own order. Or all of them as they came, for a transform that asks for no more. Not thread-safe:
 * owned by one computation.
 *
 * <p>Each has a number, so that what was recorded and has been taken since can be named.
 */
final class Waiting {
  /** A waiting element. */
  static final class Element {
    private final long number;
    final long timeMicros;
    final Arrived arrived;
    private boolean taken;

    /**
     * An element.
     *
     * @param number counts the elements that came
     */
    private Element(long number, long timeMicros, Arrived arrived) {
      this.number = number;
      this.timeMicros = timeMicros;
      this.arrived = arrived;
    }
  }

  private final Arrivals arrivals;
  private final PriorityQueue<Element> queue;

  /** What came since the last delta, in the order in which it came; some of it may be taken. */
  private final List<Element> fresh = new ArrayList<>();

  private int freshTaken;

  /** Numbers of what was taken since the last delta, and recorded before. */
  private final List<Long> gone = new ArrayList<>();

  /** In recovery: what waits so far, by number. */
  private final TreeMap<Long, Element> recovered = new TreeMap<>();

  private long last;

  /** The last number that the deltas cover. */
  private long recorded;

  /** The last number that a snapshot covers, where it is beyond the deltas. */
  private long inSnapshot;

  /** No later than any that waits; {@link Time#MAX} where none does. */
  private long leastMicros = Time.MAX;

  /**
   * Nothing waits.
   *
   * @param asTheyCame in place of canonical order
   */
  Waiting(Arrivals arrivals, boolean asTheyCame) {
    this.arrivals = arrivals;
    this.queue =
        asTheyCame
            ? new PriorityQueue<>(Comparator.comparingLong((Element element) -> element.number))
            : new PriorityQueue<>(this::compare);
  }

  private int compare(Element left, Element right) {
    int byTime = Long.compare(left.timeMicros, right.timeMicros);
    if (byTime != 0) {
      return byTime;
    }
    int byPlace = arrivals.compare(left.arrived, right.arrived);
    return byPlace != 0 ? byPlace : Long.compare(left.number, right.number);
  }

  void add(long timeMicros, Arrived arrived) {
    settle();
    Element element = new Element(++last, timeMicros, arrived);
    queue(element);
    fresh.add(element);
  }

  private void queue(Element element) {
    queue.add(element);
    leastMicros = Math.min(leastMicros, element.timeMicros);
  }

  /** A time that is no later than that of any that waits; {@link Time#MAX} where none does. */
  long leastMicros() {
    settle();
    return leastMicros;
  }

  /** The first one; null where none waits. */
  @Nullable Element peek() {
    settle();
    return queue.peek();
  }

  /** Takes the first one out. */
  Element take() {
    settle();
    Element element = queue.remove();
    element.taken = true;
    if (queue.isEmpty()) {
      leastMicros = Time.MAX;
    }
    if (element.number > recorded) {
      freshTaken++;
    }
    if (element.number <= Math.max(recorded, inSnapshot)) {
      gone.add(element.number);
    }
    return element;
  }

  int size() {
    settle();
    return queue.size();
  }

  boolean isEmpty() {
    settle();
    return queue.isEmpty();
  }

  /** How many came and still wait, or were taken though recorded, since the last delta. */
  int changed() {
    return fresh.size() - freshTaken + gone.size();
  }

  private void forgetChanges() {
    fresh.clear();
    freshTaken = 0;
    gone.clear();
    recorded = last;
  }

  /** Writes what came and still waits since the last time, and what was taken of the rest. */
  void writeDelta(DataOutput out) throws IOException {
    Bytes.writeVarInt(gone.size(), out);
    for (long number : gone) {
      Bytes.writeVarLong(number, out);
    }
    Bytes.writeVarInt(fresh.size() - freshTaken, out);
    for (Element element : fresh) {
      if (!element.taken) {
        write(element, out);
      }
    }
    Bytes.writeVarLong(last, out);
    forgetChanges();
  }

  /** Writes all that waits. */
  void writeAll(DataOutput out) throws IOException {
    settle();
    Bytes.writeVarInt(0, out);
    List<Element> all = new ArrayList<>(queue);
    all.sort(Comparator.comparingLong(element -> element.number));
    Bytes.writeVarInt(all.size(), out);
    for (Element element : all) {
      write(element, out);
    }
    Bytes.writeVarLong(last, out);
    inSnapshot = last;
  }

  private void write(Element element, DataOutput out) throws IOException {
    Bytes.writeVarLong(element.number, out);
    out.writeLong(element.timeMicros);
    arrivals.write(element.arrived, out);
  }

  /** In recovery: takes a delta, or everything. */
  void read(DataInput in) throws IOException {
    for (Element element : queue) {
      recovered.put(element.number, element);
    }
    queue.clear();
    leastMicros = Time.MAX;
    int taken = Bytes.readVarInt(in);
    for (int i = 0; i < taken; i++) {
      recovered.remove(Bytes.readVarLong(in));
    }
    int size = Bytes.readVarInt(in);
    for (int i = 0; i < size; i++) {
      long number = Bytes.readVarLong(in);
      long timeMicros = in.readLong();
      recovered.put(number, new Element(number, timeMicros, arrivals.read(in)));
    }
    last = Bytes.readVarLong(in);
    forgetChanges();
  }

  private void settle() {
    for (Map.Entry<Long, Element> entry = recovered.pollFirstEntry();
        entry != null;
        entry = recovered.pollFirstEntry()) {
      queue(entry.getValue());
    }
  }
}
