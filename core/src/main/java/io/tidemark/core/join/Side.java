package io.tidemark.core.join;

import io.tidemark.core.codec.Bytes;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/**
 * The elements of one side that a join keeps, by time: they come at the end and go at the front.
 *
 * <p>They are numbered as they come, so that what came and went since it was written last can be
 * told, and taken onto anything between the two. Owned by one state.
 */
final class Side implements Iterable<Kept> {
  private final Deque<Kept> kept = new ArrayDeque<>();

  /** The number of the first one; those after it follow one by one. */
  private long first;

  /** Those below this number have been in a delta. */
  private long written;

  /** Of these, those that met something since. */
  private final List<Kept> met = new ArrayList<>();

  void add(Kept element) {
    element.number = first + kept.size();
    kept.add(element);
  }

  boolean isEmpty() {
    return kept.isEmpty();
  }

  int size() {
    return kept.size();
  }

  /** The first one, which is there. */
  Kept element() {
    return kept.element();
  }

  /** Takes the first one out, which is there. */
  Kept remove() {
    Kept gone = kept.remove();
    first++;
    return gone;
  }

  void clear() {
    first += kept.size();
    kept.clear();
  }

  /** One of the elements has met something. */
  void meet(Kept element) {
    if (!element.matched) {
      element.matched = true;
      if (element.number < written) {
        met.add(element);
      }
    }
  }

  @Override
  public Iterator<Kept> iterator() {
    return kept.iterator();
  }

  // ---- the journal

  /** Writes all of them. */
  void writeAll(Parts parts, DataOutput out) throws IOException {
    write(first, List.of(), parts, out);
  }

  /** Writes what came, went and met since the last time. */
  void writeChanges(Parts parts, DataOutput out) throws IOException {
    write(Math.max(first, written), met, parts, out);
    noteWritten();
  }

  /** All of them are in the journal. */
  void noteWritten() {
    written = first + kept.size();
    met.clear();
  }

  private void write(long from, List<Kept> matched, Parts parts, DataOutput out)
      throws IOException {
    Bytes.writeVarLong(first, out);
    Bytes.writeVarLong(from, out);
    List<Kept> last = from(from);
    Bytes.writeVarInt(last.size(), out);
    for (Kept element : last) {
      parts.write(element, out);
    }
    List<Long> numbers = new ArrayList<>();
    for (Kept element : matched) {
      if (element.number >= first) {
        numbers.add(element.number);
      }
    }
    numbers.sort(null);
    Bytes.writeVarInt(numbers.size(), out);
    for (long number : numbers) {
      Bytes.writeVarLong(number, out);
    }
  }

  /** Those from a number on, found from the end: they may be few of many. */
  private List<Kept> from(long number) {
    Deque<Kept> last = new ArrayDeque<>();
    Iterator<Kept> backwards = kept.descendingIterator();
    while (last.size() < first + kept.size() - number) {
      last.addFirst(backwards.next());
    }
    return List.copyOf(last);
  }

  /** Takes what either of the two wrote onto what was there before. */
  void read(boolean asLeft, Parts parts, DataInput in) throws IOException {
    long newFirst = Bytes.readVarLong(in);
    while (first < newFirst && !kept.isEmpty()) {
      remove();
    }
    first = Math.max(first, newFirst);
    long from = Bytes.readVarLong(in);
    int size = Bytes.readVarInt(in);
    Set<Long> matched = new HashSet<>();
    for (long number = from; number < from + size; number++) {
      Kept element = parts.read(asLeft, in);
      long next = first + kept.size();
      if (number > next) {
        throw new IOException(
            "changes of a join are of another state: expected=element "
                + next
                + ", actual="
                + number);
      } else if (number == next) {
        add(element);
      } else if (element.matched) {
        matched.add(number);
      }
    }
    int more = Bytes.readVarInt(in);
    for (int i = 0; i < more; i++) {
      matched.add(Bytes.readVarLong(in));
    }
    match(matched);
    noteWritten();
  }

  private void match(Set<Long> numbers) {
    if (!numbers.isEmpty()) {
      for (Kept element : kept) {
        element.matched |= numbers.contains(element.number);
      }
    }
  }

  @Override
  public String toString() {
    return kept.toString();
  }
}
