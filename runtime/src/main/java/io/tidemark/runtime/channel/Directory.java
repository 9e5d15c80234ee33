package io.tidemark.runtime.channel;

/** Reaches entities by name, wherever they live. Safe to use from any thread. */
@FunctionalInterface
public interface Directory {
  /**
   * Hands the envelope to the entity it names, which is started if it does not run. At most once:
   * where the entity is just ending, or waits after a failure, the envelope is lost.
   */
  void route(Envelope envelope);
}
