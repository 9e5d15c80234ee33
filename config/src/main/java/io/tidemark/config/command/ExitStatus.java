package io.tidemark.config.command;

/** What a command's end says to whoever started it. */
public final class ExitStatus {
  /** Complete, or drained after SIGTERM. */
  public static final int COMPLETE = 0;

  /** Failed while running. */
  public static final int FAILED = 1;

  /** Refused: usage, configuration or state; nothing was done. */
  public static final int REFUSED = 2;

  /** Ended by SIGINT; can be resumed. */
  public static final int INTERRUPTED = 130;

  private ExitStatus() {}
}
