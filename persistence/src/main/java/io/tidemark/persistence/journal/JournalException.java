package io.tidemark.persistence.journal;

import io.tidemark.runtime.entity.FinalFailure;

/**
 * A journal that cannot do what was asked; the message says what is wrong and what to do. What no
 * later incarnation can get over either is a {@link FinalFailure}: the run ends with the first.
 */
public abstract sealed class JournalException extends RuntimeException {
  private JournalException(String message) {
    super(message);
  }

  private JournalException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Another process, or another open journal of this one, holds the directory. */
  public static final class Held extends JournalException {
    Held(String message) {
      super(message);
    }
  }

  /**
   * What was acknowledged cannot be read back as it was written. Nothing is repaired and nothing
   * skipped: only a copy made earlier, or a new state, helps.
   */
  public static final class Damaged extends JournalException implements FinalFailure {
    Damaged(String message) {
      super(message);
    }
  }

  /**
   * A write that came from a stale incarnation: its sequence number is not the next one, or its
   * fence is not the newest. Never retried; the incarnation ends.
   */
  public static final class Refused extends JournalException {
    Refused(String message) {
      super(message);
    }
  }

  /** More waits to be written than a bound of {@link JournalSettings} allows. */
  public static final class Overrun extends JournalException {
    Overrun(String message) {
      super(message);
    }
  }

  /**
   * The journal has stopped writing: the disk reserve is reached, the engine failed, or a database
   * could not be reached for as long as the settings allow. Every later write fails with the same
   * words until the journal is opened anew. On opening: the database cannot be used as it is.
   */
  public static final class Failed extends JournalException implements FinalFailure {
    Failed(String message) {
      super(message);
    }

    Failed(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** A use after {@link Journal#close()}. */
  public static final class Closed extends JournalException implements FinalFailure {
    Closed(String subject) {
      super("journal is closed: " + subject + "; open it again before using it");
    }
  }
}
