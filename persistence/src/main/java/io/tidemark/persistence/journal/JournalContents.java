package io.tidemark.persistence.journal;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A look into a journal that nobody uses: what {@code tidemark journal ls} and {@code show} print.
 *
 * <p>It changes no record, but holds the directory like any user, and LevelDB may move records from
 * its log to a table.
 */
public final class JournalContents implements AutoCloseable {
  private static final int PAGE_EVENTS = 256;
  private static final int PAGE_BYTES = 1 << 20;

  private final Journal journal;

  private JournalContents(Journal journal) {
    this.journal = journal;
  }

  /**
   * What is kept of one entity.
   *
   * @param persistenceId its name
   * @param events kept, those below the snapshots being deleted
   * @param highest the sequence number of the last event ever written
   * @param bytes of the kept events
   * @param snapshot the sequence number that the newest snapshot covers
   */
  public record Entity(
      String persistenceId, long events, long highest, long bytes, Optional<Long> snapshot) {}

  /**
   * One event.
   *
   * @param sequenceNr from 1
   * @param timestampMillis since 1970, when it was handed over to be written; 0 where that was not
   *     noted
   * @param serializerId of the Pekko serializer that wrote the payload
   * @param manifest of that serializer
   * @param writer the incarnation that wrote it
   * @param payload not a copy
   */
  @SuppressWarnings("ArrayRecordComponent") // Read for this one record.
  public record Event(
      long sequenceNr,
      long timestampMillis,
      int serializerId,
      String manifest,
      String writer,
      byte[] payload) {}

  /**
   * Opens the journal in the directory.
   *
   * @throws JournalException.Held naming its pid, if a process uses it
   * @throws JournalException.Damaged if something acknowledged is missing
   * @throws IllegalArgumentException if there is no journal
   */
  public static JournalContents open(Path directory) {
    if (!Files.exists(directory.resolve(Mark.FILE))) {
      throw new IllegalArgumentException(
          "no journal in this directory: directory=%s, expected a file %s"
              .formatted(directory, Mark.FILE));
    }
    return new JournalContents(Journal.open(directory, JournalSettings.defaults()));
  }

  /**
   * Opens the journal that the settings name, as {@link Journal#open(Path, JournalSettings)}. One
   * in a database may be in use meanwhile: then entities are shown as they are when they are
   * reached.
   *
   * @throws IllegalArgumentException if there is no journal in the directory
   */
  public static JournalContents open(Path directory, JournalSettings settings) {
    return settings.postgres() == null
        ? open(directory)
        : new JournalContents(Journal.open(directory, settings));
  }

  /** A look into a journal that this process uses: closing it would close the journal. */
  public static JournalContents of(Journal open) {
    return new JournalContents(open);
  }

  /** All entities in the order of their names' bytes. Reads the whole journal. */
  public List<Entity> entities() {
    return entities("");
  }

  /**
   * Those whose names begin so, which is how the ones of one pipeline do: with its name and a
   * slash.
   */
  public List<Entity> entities(String prefix) {
    return names().stream().filter(name -> name.startsWith(prefix)).map(this::entity).toList();
  }

  /** The names of all entities, in the order of their bytes. */
  public List<String> names() {
    List<String> names = new ArrayList<>();
    journal
        .store()
        .scan(Keys.firstHead(), Keys.afterHeads(), (key, value) -> names.add(Keys.nameIn(key)));
    return names;
  }

  private Entity entity(String persistenceId) {
    Tally tally = new Tally();
    Head head = visit(persistenceId, tally);
    int snapshots = head.snapshots().size();
    return new Entity(
        persistenceId,
        tally.events,
        head.highest(),
        tally.bytes,
        snapshots == 0
            ? Optional.empty()
            : Optional.of(head.snapshots().get(snapshots - 1).number()));
  }

  /** The sequence number of the last event ever written of an entity; 0 where there is none. */
  public long highest(String persistenceId) {
    return EventChain.ofAllKept(journal, persistenceId).head().highest();
  }

  /**
   * Shows the kept events of an entity in order; none if there is no such entity.
   *
   * @throws JournalException.Damaged at the first that is not as it was written
   */
  public void forEachEvent(String persistenceId, Consumer<Event> receiver) {
    events(persistenceId).forEachRemaining(receiver);
  }

  /**
   * The kept events of an entity in order, read as they are asked for; none if there is no such
   * entity. Throws {@link JournalException.Damaged} at the first that is not as it was written.
   */
  public Iterator<Event> events(String persistenceId) {
    return new Pages(EventChain.ofAllKept(journal, persistenceId));
  }

  /** Events read page by page. */
  private static final class Pages implements Iterator<Event> {
    private final EventChain chain;
    private Iterator<EventChain.Numbered> page = Collections.emptyIterator();

    Pages(EventChain chain) {
      this.chain = chain;
    }

    @Override
    public boolean hasNext() {
      return page.hasNext() || chain.hasNext();
    }

    @Override
    public Event next() {
      if (!page.hasNext()) {
        page = chain.page(PAGE_EVENTS, PAGE_BYTES).iterator();
      }
      EventChain.Numbered event = page.next();
      EventRecord record = EventRecord.decode(event.bytes());
      return new Event(
          event.number(),
          record.timestampMillis(),
          record.payload().serializerId(),
          record.payload().manifest(),
          record.writer(),
          record.payload().bytes());
    }
  }

  private Head visit(String persistenceId, Consumer<EventChain.Numbered> receiver) {
    EventChain events = EventChain.ofAllKept(journal, persistenceId);
    while (events.hasNext()) {
      events.page(PAGE_EVENTS, PAGE_BYTES).forEach(receiver);
    }
    return events.head();
  }

  @Override
  public void close() {
    journal.close();
  }

  /** Counts. */
  private static final class Tally implements Consumer<EventChain.Numbered> {
    private long events;
    private long bytes;

    @Override
    public void accept(EventChain.Numbered event) {
      events++;
      bytes += event.bytes().length;
    }
  }
}
