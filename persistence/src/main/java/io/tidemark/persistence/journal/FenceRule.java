package io.tidemark.persistence.journal;

import java.util.Optional;

/**
 * Says which writes are fenced. The journal keeps the newest fence of every authority, durably, and
 * compares in the order of its batches: what a stale owner sends after a newer fence is refused,
 * even when it arrives in the same batch.
 *
 * <p>Named in the plugin's configuration as {@code fence-rule} and made once per actor system by
 * its constructor without parameters. Called on one thread, for every event before it is
 * serialized; must be cheap and must not block.
 */
@FunctionalInterface
public interface FenceRule {

  /** The fence under which this event is written; empty for an event that needs none. */
  Optional<Fence> fenceOf(String persistenceId, Object payload);

  /**
   * One claim on an authority.
   *
   * @param authority whose fence it is, for example the entity of a source partition
   * @param fence the number claimed; larger is newer
   * @param raises true: the write is refused unless the number is larger than the newest, which it
   *     then replaces; false: it is refused unless the number equals the newest
   */
  record Fence(String authority, long fence, boolean raises) {}
}
