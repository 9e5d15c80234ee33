package io.tidemark.config.launch;

import io.tidemark.core.message.EntityId;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A process that runs a pipeline up to a point, says so on its output, and waits there for its end.
 * Arguments: pipeline file, output folder, state folder, {@link Point}, which of these moments.
 */
final class BlockedRun {
  /** Where it waits, or not. */
  enum Point {
    /** A snapshot is being made. */
    IN_SNAPSHOT,
    /** A snapshot is made and being written; here it goes on meanwhile. */
    AFTER_SNAPSHOT,
    /** Rows are in the output, and not synced. */
    APPENDED,
    /** Rows are synced in the output, and the journal does not know. */
    SYNCED
  }

  /** What is said. */
  static final String HERE = "here";

  private BlockedRun() {}

  public static void main(String[] args) throws Exception {
    Point point = Point.valueOf(args[3]);
    AtomicInteger left = new AtomicInteger(Integer.parseInt(args[4]));
    TappedRun.Tap tap =
        new TappedRun.Tap() {
          private void at(Point here) {
            if (here == point && left.decrementAndGet() == 0) {
              System.out.println(HERE);
              if (point != Point.AFTER_SNAPSHOT) {
                block();
              }
            }
          }

          @Override
          public void beforeSnapshot(EntityId id) {
            at(Point.IN_SNAPSHOT);
          }

          @Override
          public void afterSnapshot(EntityId id) {
            at(Point.AFTER_SNAPSHOT);
          }

          @Override
          public void appended(EntityId.Sink sink) {
            at(Point.APPENDED);
          }

          @Override
          public void synced(EntityId.Sink sink) {
            at(Point.SYNCED);
          }
        };
    TappedRun.run(TappedRun.request(Path.of(args[0]), Path.of(args[1]), Path.of(args[2])), tap);
  }

  private static void block() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
