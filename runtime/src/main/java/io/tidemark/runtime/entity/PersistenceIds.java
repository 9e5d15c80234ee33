package io.tidemark.runtime.entity;

import io.tidemark.core.message.EntityId;
import org.apache.pekko.persistence.typed.PersistenceId;

/** Names of journals: {@code PIPELINE/} and the entity's own name. For ever, as events are. */
public final class PersistenceIds {
  private PersistenceIds() {}

  /** The journal of an entity of the pipeline, whose name has no slash. */
  public static PersistenceId of(String pipeline, EntityId id) {
    return PersistenceId.ofUniqueId(pipeline + "/" + id.name());
  }

  /**
   * The entity whose journal has the name.
   *
   * @throws IllegalArgumentException where it is no name of a journal of ours
   */
  public static EntityId entity(String persistenceId) {
    int slash = persistenceId.indexOf('/');
    if (slash < 0) {
      throw new IllegalArgumentException(
          "not the name of an entity's journal: actual=" + persistenceId + ", expected=PIPELINE/…");
    }
    return EntityId.parse(persistenceId.substring(slash + 1));
  }
}
