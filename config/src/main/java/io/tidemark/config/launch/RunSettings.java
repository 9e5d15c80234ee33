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
 * @param messages where warnings and the reason of a failure go, as lines for people; stays its
 *     owner's
 * @param summarized whether the summary goes there too
 */
public record RunSettings(
    Path state, boolean fresh, JournalSettings journal, PrintStream messages, boolean summarized) {
  /** Makes the folder absolute. */
  public RunSettings {
    state = state.toAbsolutePath().normalize();
  }

  /**
   * Goes on with the state in the folder, or begins there; says warnings, and why it failed, on
   * {@code System.err}.
   */
  public static RunSettings state(Path folder) {
    return new RunSettings(folder, false, JournalSettings.defaults(), System.err, false);
  }

  /** Discards whatever state there is, and replaces the outputs: {@code --fresh}. */
  public RunSettings startingFresh() {
    return new RunSettings(state, true, journal, messages, summarized);
  }

  /** With a journal that is kept otherwise; changes no result. */
  public RunSettings journal(JournalSettings kept) {
    return new RunSettings(state, fresh, kept, messages, summarized);
  }

  /** With a stream that warnings, the reason of a failure and the summary go to. */
  public RunSettings messages(PrintStream to) {
    return new RunSettings(state, fresh, journal, to, true);
  }

  /** Says nothing: the program looks at {@link RunSummary#ending} and {@link RunSummary#reason}. */
  public RunSettings quiet() {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    return new RunSettings(state, fresh, journal, nowhere, false);
  }
}
