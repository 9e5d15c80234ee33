package io.tidemark.config.launch;

import io.tidemark.core.entity.Event;
import io.tidemark.core.message.EntityId;
import io.tidemark.persistence.event.EventFormat;
import io.tidemark.persistence.event.UnknownEvent;
import io.tidemark.persistence.journal.JournalContents;
import io.tidemark.persistence.journal.JournalException;
import io.tidemark.runtime.entity.PersistenceIds;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What entities of an interrupted run recorded last, known before an actor starts. */
final class LastRecord {
  private LastRecord() {}

  /**
   * The last event of the type; empty where there is none, and where the journal cannot be read:
   * the entity itself meets that, and the run ends with what the journal says of it.
   *
   * <p>Events are enough: a journal keeps those between the last two snapshots.
   */
  static <E extends Event> Optional<E> of(
      JournalContents contents, String pipeline, EntityId entity, Class<E> type) {
    List<E> last = new ArrayList<>(1);
    try {
      contents.forEachEvent(
          PersistenceIds.of(pipeline, entity).id(),
          written -> {
            Event event = EventFormat.read(written.manifest(), written.payload());
            if (type.isInstance(event)) {
              last.clear();
              last.add(type.cast(event));
            }
          });
    } catch (JournalException | UnknownEvent e) {
      return Optional.empty();
    }
    return last.stream().findFirst();
  }
}
