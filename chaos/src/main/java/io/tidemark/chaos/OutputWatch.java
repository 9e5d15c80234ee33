package io.tidemark.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** When the outputs grew: looked at ten times a second, on a thread of its own. */
final class OutputWatch implements AutoCloseable {
  private static final long POLL_MILLIS = 100;

  private final Path folder;
  private final Thread thread = new Thread(this::watch, "output-watch");
  private final List<Long> grownNanos = new ArrayList<>();
  private volatile boolean closed;
  private long size;

  OutputWatch(Path folder) {
    this.folder = folder;
    thread.setDaemon(true);
    thread.start();
  }

  private void watch() {
    try {
      while (!closed) {
        look();
        Thread.sleep(POLL_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void look() {
    long now = 0;
    for (String output : Job.OUTPUTS) {
      try {
        now += Files.size(folder.resolve(output));
      } catch (IOException e) {
        // It is not there yet.
      }
    }
    if (now != size) {
      size = now;
      grownNanos.add(System.nanoTime());
    }
  }

  /** Bytes in all outputs. */
  synchronized long size() {
    return size;
  }

  /**
   * The longest time in which no output grew, of those that were going on at some moment between
   * the two; what lies before the first does not count.
   */
  synchronized Duration longestSilence(long fromNanos, long toNanos) {
    long longest = 0;
    long before = fromNanos;
    for (long grown : grownNanos) {
      if (grown > fromNanos) {
        if (before <= toNanos) {
          longest = Math.max(longest, grown - before);
        }
        before = grown;
      }
    }
    return Duration.ofNanos(longest);
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
  }
}
