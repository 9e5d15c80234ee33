package io.tidemark.core.entity;

/**
 * A fact in an entity's journal, in the past tense. Each kind of entity has a sealed set of them.
 */
public interface Event {
  /** About how many bytes it takes in the journal: what is of one size, and its frame. */
  int LEAST_BYTES = 64;

  /** About how many bytes it takes in the journal; at least {@link #LEAST_BYTES}. */
  default int approximateBytes() {
    return LEAST_BYTES;
  }

  /**
   * The generation a member works under from here on.
   *
   * @param fence whether a new incarnation took it at its start: older incarnations may no longer
   *     write, and neither may substreams that were started under an older fence
   */
  record GenerationTaken(long generation, boolean fence) implements Event {}
}
