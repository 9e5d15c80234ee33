package io.tidemark.benchmarks.compare;

import io.tidemark.benchmarks.job.Digest;
import io.tidemark.benchmarks.job.Job;

/** An engine that runs and waits for jobs. Used by one thread, one job at a time. */
public interface Engine extends AutoCloseable {
  /**
   * Runs the job to its end.
   *
   * @return the digest of exactly the rows that are final under the engine's guarantee
   */
  Digest run(Job job) throws Exception;

  /** Stops the engine; what it made durable may go. */
  @Override
  void close();
}
