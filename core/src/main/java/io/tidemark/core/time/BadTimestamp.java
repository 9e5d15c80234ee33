package io.tidemark.core.time;

/**
 * A timestamp that is missing, has another form than its format, or lies at or beyond an infinity:
 * bad input, never a guess. Thrown per record, so it has no stack trace.
 */
public final class BadTimestamp extends Exception {
  private final String text;

  /** A timestamp of this raw text; empty where it is missing. */
  public BadTimestamp(String text) {
    super("not a timestamp: actual=\"" + text + "\"", null, false, false);
    this.text = text;
  }

  /** The timestamp as it stands in the element; empty where it is missing. */
  public String text() {
    return text;
  }
}
