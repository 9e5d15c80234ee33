package io.tidemark.config.inspection;

import io.tidemark.config.pipeline.PipelineFile;
import io.tidemark.config.refusal.Nearest;
import io.tidemark.config.refusal.Problem;
import io.tidemark.config.refusal.Refused;
import io.tidemark.config.state.StateFolder;
import io.tidemark.persistence.event.EventFormat;
import io.tidemark.persistence.journal.JournalContents;
import io.tidemark.persistence.journal.JournalException;
import io.tidemark.persistence.journal.JournalSettings;
import io.tidemark.persistence.journal.PostgresSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The journal of a state folder, held by this process while it is looked at; or what a shared
 * journal has of one pipeline, which others may use meanwhile.
 */
public final class HeldJournal implements AutoCloseable {
  private final String place;
  private final @Nullable StateFolder folder;
  private final String prefix;
  private final JournalContents contents;

  private HeldJournal(
      String place, @Nullable StateFolder folder, String prefix, JournalContents contents) {
    this.place = place;
    this.prefix = prefix;
    this.folder = folder;
    this.contents = contents;
  }

  /**
   * Opens the journal of the state.
   *
   * @throws Refused where there is none, another process holds it, or it is damaged
   */
  public static HeldJournal open(Path state) throws Refused, IOException {
    if (!Files.exists(state)) {
      throw new Refused(
          Problem.of("the state " + state, "is not there", "name another one with --state"));
    }
    StateFolder folder = StateFolder.open(state);
    try {
      String place = folder.journal().toString();
      return new HeldJournal(place, folder, "", JournalContents.open(folder.journal()));
    } catch (JournalException | IllegalArgumentException e) {
      folder.close();
      throw new Refused(
          Problem.of("the journal " + folder.journal(), String.valueOf(e.getMessage()), ""));
    }
  }

  /**
   * Opens the journal that the pipeline file names; a shared one is looked at while others use it.
   *
   * @throws Refused where there is none, another process holds it, or it is damaged
   */
  public static HeldJournal open(PipelineFile file) throws Refused, IOException {
    JournalSettings settings = file.journal();
    PostgresSettings database = settings.postgres();
    if (database == null) {
      return open(file.state());
    }
    try {
      return new HeldJournal(
          database.url(), null, file.name() + "/", JournalContents.open(file.state(), settings));
    } catch (JournalException e) {
      throw new Refused(
          Problem.of("the journal " + database.url(), String.valueOf(e.getMessage()), ""));
    }
  }

  /** Every entity, a row each: name, kept events, last number, bytes, number of the snapshot. */
  public List<List<String>> entities() throws Refused {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("entity", "events", "last", "bytes", "snapshot"));
    for (JournalContents.Entity entity : all()) {
      rows.add(
          List.of(
              entity.persistenceId(),
              Long.toString(entity.events()),
              Long.toString(entity.highest()),
              Long.toString(entity.bytes()),
              entity.snapshot().map(number -> Long.toString(number)).orElse("")));
    }
    return rows;
  }

  /**
   * The kept events of an entity, a row each: number, time, kind and the version of its form,
   * writer, bytes, and what it says.
   *
   * @param name of the entity, with or without the pipeline's name before it
   */
  public List<List<String>> events(String name) throws Refused {
    String id = id(name);
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("entity", "number", "written", "event", "version", "writer", "bytes", "what"));
    try {
      contents.forEachEvent(
          id,
          event ->
              rows.add(
                  List.of(
                      id,
                      Long.toString(event.sequenceNr()),
                      written(event),
                      kind(event),
                      version(event),
                      event.writer(),
                      Integer.toString(event.payload().length),
                      words(event))));
    } catch (JournalException e) {
      throw damaged(e);
    }
    return rows;
  }

  /** What it says; empty where it is none of ours. */
  private static String words(JournalContents.Event event) {
    try {
      return EventWords.of(EventFormat.read(event.manifest(), event.payload()));
    } catch (IllegalArgumentException e) {
      return "";
    }
  }

  /** The name before the colon of a manifest of ours. */
  private static String kind(JournalContents.Event event) {
    String manifest = event.manifest();
    return manifest.isEmpty()
        ? "serializer " + event.serializerId()
        : manifest.substring(0, colon(manifest)).replace('-', ' ');
  }

  private static String version(JournalContents.Event event) {
    String manifest = event.manifest();
    return manifest.substring(Math.min(manifest.length(), colon(manifest) + 1));
  }

  private static int colon(String manifest) {
    int colon = manifest.lastIndexOf(':');
    return colon < 0 ? manifest.length() : colon;
  }

  /** When it was written; empty where nobody noted it. */
  private static String written(JournalContents.Event event) {
    return event.timestampMillis() == 0
        ? ""
        : Instant.ofEpochMilli(event.timestampMillis()).toString();
  }

  private String id(String name) throws Refused {
    List<String> ids = all().stream().map(JournalContents.Entity::persistenceId).toList();
    for (String id : ids) {
      if (id.equals(name) || id.endsWith("/" + name)) {
        return id;
      }
    }
    throw new Refused(
        Problem.of(
            name,
            "no such entity",
            Nearest.hint(name, ids) + "`tidemark journal ls` lists what there is"));
  }

  private List<JournalContents.Entity> all() throws Refused {
    try {
      return contents.entities(prefix);
    } catch (JournalException e) {
      throw damaged(e);
    }
  }

  private Refused damaged(JournalException e) {
    return new Refused(Problem.of("the journal " + place, String.valueOf(e.getMessage()), ""));
  }

  @Override
  public void close() throws IOException {
    contents.close();
    if (folder != null) {
      folder.close();
    }
  }
}
