package io.tidemark.config.pipeline;

/** The columns every windowed row begins with. */
public final class StreamColumns {
  /** The window's start. */
  public static final String WINDOW_START = "window_start";

  /** The window's end. */
  public static final String WINDOW_END = "window_end";

  private StreamColumns() {}
}
