package io.tidemark.benchmarks.boundaries;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What came out of one run, results and watermarks in their order. A watermark is noted after what
 * it brought about.
 *
 * <p>Engines run serialized copies of what they are given, in this JVM, so that these find their
 * notes by name in a static map. Thread-safe; the order is that of one writing thread.
 */
public final class Notes implements AutoCloseable {
  private static final Map<String, Notes> OPEN = new ConcurrentHashMap<>();
  private static final AtomicLong OPENED = new AtomicLong();

  private record Note(String text, boolean isWatermark) {}

  private final String name;
  private final List<Note> notes = new ArrayList<>();

  private Notes(String name) {
    this.name = name;
  }

  /** Opens an empty page; the caller closes it. */
  public static Notes open() {
    Notes notes = new Notes("notes-" + OPENED.incrementAndGet());
    OPEN.put(notes.name, notes);
    return notes;
  }

  /** Those open under that name. */
  public static Notes named(String name) {
    Notes notes = OPEN.get(name);
    if (notes == null) {
      throw new IllegalStateException("no notes of this name are open: name=" + name);
    }
    return notes;
  }

  /** By which an engine's copy finds them. */
  public String name() {
    return name;
  }

  /** Notes a result. */
  public synchronized void result(String text) {
    notes.add(new Note(text, false));
  }

  /** Notes that the results of a watermark are all there. */
  public synchronized void watermark(long millis) {
    notes.add(new Note(Long.toString(millis), true));
  }

  /**
   * The results.
   *
   * @param withWatermarks whether each tells the watermark at which it came
   * @param lastMillis from where on a watermark is the end of all input
   */
  public synchronized List<String> results(boolean withWatermarks, long lastMillis) {
    List<String> results = new ArrayList<>();
    String when = " at the end";
    for (int i = notes.size() - 1; i >= 0; i--) {
      Note note = notes.get(i);
      if (!note.isWatermark()) {
        results.add(0, withWatermarks ? note.text() + when : note.text());
      } else if (Long.parseLong(note.text()) < lastMillis) {
        when = " at w" + note.text();
      }
    }
    return results;
  }

  @Override
  public void close() {
    OPEN.remove(name);
  }
}
