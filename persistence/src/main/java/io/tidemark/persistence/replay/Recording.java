package io.tidemark.persistence.replay;

import io.tidemark.core.entity.Event;
import io.tidemark.core.keygroup.KeyGroupEvent;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.OutputDigest;
import io.tidemark.core.partition.Decision;
import io.tidemark.core.partition.PartitionEvent;
import io.tidemark.core.sink.SinkEvent;
import io.tidemark.core.substream.SubstreamEvent;
import io.tidemark.persistence.event.EventFormat;
import io.tidemark.persistence.journal.JournalContents;
import io.tidemark.runtime.entity.PersistenceIds;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What a run recorded, as its journal has it.
 *
 * @param contents of the journal; stays open and its owner's
 * @param pipeline the pipeline's name
 */
public record Recording(JournalContents contents, String pipeline) {
  private Iterator<JournalContents.Event> written(EntityId id) {
    return contents.events(PersistenceIds.of(pipeline, id).id());
  }

  private static Event event(JournalContents.Event written) {
    return EventFormat.read(written.manifest(), written.payload());
  }

  /** The kept decisions of a partition, in order. */
  Decisions decisions(EntityId.Partition partition) {
    return new Decisions(written(partition));
  }

  /** What a sink committed last; empty where it committed nothing. */
  public Optional<SinkEvent.Committed> committed(EntityId.Sink sink) {
    SinkEvent.Committed last = null;
    for (Iterator<JournalContents.Event> each = written(sink); each.hasNext(); ) {
      if (event(each.next()) instanceof SinkEvent.Committed committed) {
        last = committed;
      }
    }
    return Optional.ofNullable(last);
  }

  /** Whoever recorded anything in this pipeline. */
  List<EntityId> entities() {
    return contents.names().stream()
        .filter(name -> name.startsWith(pipeline + "/"))
        .map(PersistenceIds::entity)
        .toList();
  }

  /**
   * What a key group recorded of timers by the clock, in order.
   *
   * @return empty where some of it is no longer kept
   */
  Optional<List<KeyGroupEvent.Rung>> rings(EntityId.KeyGroup group) {
    List<KeyGroupEvent.Rung> rings = new ArrayList<>();
    long next = 1;
    for (Iterator<JournalContents.Event> each = written(group); each.hasNext(); next++) {
      JournalContents.Event written = each.next();
      if (written.sequenceNr() != next) {
        return Optional.empty();
      } else if (event(written) instanceof KeyGroupEvent.Rung rung) {
        rings.add(rung);
      }
    }
    return Optional.of(rings);
  }

  /** An entity's kept events that carry a digest, in order; none of a partition. */
  void forEachDigest(EntityId id, BiConsumer<Event, OutputDigest> receiver) {
    for (Iterator<JournalContents.Event> each = written(id); each.hasNext(); ) {
      Event event = event(each.next());
      OutputDigest digest = digest(event);
      if (digest != null) {
        receiver.accept(event, digest);
      }
    }
  }

  /** The digest that the event carries; null where it carries none. */
  static @Nullable OutputDigest digest(Event event) {
    if (event instanceof KeyGroupEvent.Advanced advanced) {
      return advanced.digest();
    } else if (event instanceof KeyGroupEvent.Rung rung) {
      return rung.advanced().digest();
    } else if (event instanceof SubstreamEvent.Advanced advanced) {
      return advanced.digest();
    } else if (event instanceof SinkEvent.Committed committed) {
      return committed.digest();
    }
    return null;
  }

  /** Decisions one after the other. */
  static final class Decisions {
    private final Iterator<JournalContents.Event> events;
    private @Nullable Decision next;

    Decisions(Iterator<JournalContents.Event> events) {
      this.events = events;
      advance();
    }

    /** The next one; null after the last. */
    @Nullable Decision peek() {
      return next;
    }

    /** Goes on to the one after it. */
    void advance() {
      next = null;
      while (next == null && events.hasNext()) {
        if (event(events.next()) instanceof PartitionEvent.Decided decided) {
          next = decided.decision();
        }
      }
    }
  }
}
