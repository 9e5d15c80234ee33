package io.tidemark.benchmarks.boundaries;

import java.util.List;

/** An engine that is looked at. Found by the service loader; used by one thread. */
public interface Subject extends AutoCloseable {
  /** Its name and version, the head of its column. */
  String name();

  /** The last time of its axis, milliseconds; an element may have it. */
  long lastMillis();

  /** Whether it has what is computed there, and is asked. */
  boolean has(Boundary boundary);

  /**
   * Feeds the steps, ends the input, and notes what comes out.
   *
   * @throws java.util.concurrent.TimeoutException where it does not end; its message is the cell
   * @throws Exception what the engine refuses the steps or the computation with
   */
  void run(Computation computation, List<Step> steps, Notes notes) throws Exception;

  @Override
  void close();
}
