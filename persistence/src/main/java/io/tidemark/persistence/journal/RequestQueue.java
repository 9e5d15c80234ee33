package io.tidemark.persistence.journal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What waits for the writer's thread, bounded in number and bytes; taken requests count until they
 * are {@link #release released}. Taking hands over everything at once, which is what makes a commit
 * a group.
 */
final class RequestQueue {
  private final int maxRequests;
  private final long maxBytes;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private List<Request<?>> waiting = new ArrayList<>();
  private int requests;
  private long bytes;
  private boolean closed;

  RequestQueue(int maxRequests, long maxBytes) {
    this.maxRequests = maxRequests;
    this.maxBytes = maxBytes;
  }

  /** What became of an offer. */
  enum Offer {
    TAKEN,
    TOO_MANY,
    TOO_LARGE,
    CLOSED
  }

  Offer offer(Request<?> request) {
    lock.lock();
    try {
      if (closed) {
        return Offer.CLOSED;
      }
      if (requests == maxRequests) {
        return Offer.TOO_MANY;
      }
      // One request alone is always taken, however large.
      if (bytes > 0 && bytes + request.bytes() > maxBytes) {
        return Offer.TOO_LARGE;
      }
      waiting.add(request);
      requests++;
      bytes += request.bytes();
      changed.signal();
      return Offer.TAKEN;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits for requests and takes them all.
   *
   * @return in the order offered; empty when the queue is closed
   */
  List<Request<?>> takeAll() throws InterruptedException {
    lock.lock();
    try {
      while (waiting.isEmpty() && !closed) {
        changed.await();
      }
      if (waiting.isEmpty()) {
        return List.of();
      }
      List<Request<?>> taken = waiting;
      waiting = new ArrayList<>(taken.size());
      return taken;
    } finally {
      lock.unlock();
    }
  }

  /** Makes room for as much as these take. */
  void release(List<Request<?>> done) {
    long doneBytes = 0;
    for (Request<?> request : done) {
      doneBytes += request.bytes();
    }
    lock.lock();
    try {
      requests -= done.size();
      bytes -= doneBytes;
    } finally {
      lock.unlock();
    }
  }

  /** Lets nothing in from here on; what waits is still taken. */
  void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Whether the queue is closed and everything is taken. */
  boolean isDrained() {
    lock.lock();
    try {
      return closed && waiting.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  String describe() {
    return "journal.queue=%d writes, journal.queue-bytes=%d".formatted(maxRequests, maxBytes);
  }
}
