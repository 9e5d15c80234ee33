package io.tidemark.config.launch;

import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Sees to it that a process whose run failed ends, and with the status of a failed run: where an
 * error such as one of memory ends the JVM, and where what is left does not end in time. Nothing is
 * lost by it: a run goes on after it as after a kill.
 *
 * <p>Pekko ends the JVM on such an error with a status of its own, from whose shutdown a hook can
 * still end it with another.
 */
final class FatalExit implements AutoCloseable {
  private static final int FAILED = 1;

  /** Longer than actors and journal are given to end. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final PrintStream messages;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final AtomicBoolean failing = new AtomicBoolean();
  private final Thread hook;

  private FatalExit(PrintStream messages) {
    this.messages = messages;
    this.hook =
        new Thread(
            () -> end("a fatal error, which is printed above; the same command goes on"),
            "tidemark-fatal-exit");
  }

  /** From here on until it is closed. */
  static FatalExit watch(PrintStream messages) {
    FatalExit exit = new FatalExit(messages);
    Runtime.getRuntime().addShutdownHook(exit.hook);
    return exit;
  }

  /** The run has failed: what is left has so long to end. */
  void failing(String reason) {
    if (failing.compareAndSet(false, true)) {
      Thread patience = new Thread(() -> await(reason), "tidemark-patience");
      patience.setDaemon(true);
      patience.start();
    }
  }

  private void await(String reason) {
    try {
      if (!closed.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        end(reason + " (and what was left did not end in " + PATIENCE.toSeconds() + " s)");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void end(String reason) {
    try {
      messages.println("tidemark: failed: " + reason);
    } finally {
      Runtime.getRuntime().halt(FAILED);
    }
  }

  @Override
  public void close() {
    closed.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is ending already, and the hook decides how.
    }
  }
}
