package io.tidemark.runtime.entity;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Runs blocking jobs one after the other, each after the one before it has ended: jobs share what
 * they use without locks. Safe to use from any thread.
 */
final class Lane {
  private final Executor executor;
  private CompletableFuture<@Nullable Void> last = CompletableFuture.completedFuture(null);

  Lane(Executor executor) {
    this.executor = executor;
  }

  /** Appends a job, which must not throw. */
  synchronized void submit(Runnable job) {
    last =
        last.handleAsync(
            (done, failure) -> {
              job.run();
              return null;
            },
            executor);
  }

  /** Completes when all jobs so far have ended. */
  synchronized CompletionStage<@Nullable Void> idle() {
    return last;
  }
}
