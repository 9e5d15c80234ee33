package io.tidemark.config.launch;

import io.tidemark.persistence.journal.JournalSettings;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * How a program runs a pipeline in a process of its own.
 *
 * @param state the folder of the state: run.json, the journal, a lock; absolute
 * @param fresh whether to discard whatever state there is, and to replace the outputs
 * @param journal how the journal is kept
 * @param messages where warnings and the summary go, as lines for people; stays its owner's
 */
public record RunSettings(
    Path state, boolean fresh, JournalSettings journal, PrintStream messages) {
  /** Makes the folder absolute. */
  public RunSettings {
    state = state.toAbsolutePath().normalize();
  }

  /** Goes on with the state in the folder, or begins there; says nothing. */
  public static RunSettings state(Path folder) {
    return new RunSettings(
        folder,
        false,
        JournalSettings.defaults(),
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
  }

  /** Discards whatever state there is, and replaces the outputs: {@code --fresh}. */
  public RunSettings startingFresh() {
    return new RunSettings(state, true, journal, messages);
  }

  /** With a journal that is kept otherwise; changes no result. */
  public RunSettings journal(JournalSettings kept) {
    return new RunSettings(state, fresh, kept, messages);
  }

  /** With a stream that warnings and the summary go to, such as {@code System.err}. */
  public RunSettings messages(PrintStream to) {
    return new RunSettings(state, fresh, journal, to);
  }
}
