package io.tidemark.benchmarks.boundaries;

import java.util.Locale;

/**
 * One thing that a subject is fed. As text, which engines can carry without a serializer of ours:
 * {@code 5} is an element, {@code v5} a version, {@code w5} a watermark.
 *
 * @param millis its time; for a watermark the number that the engine is given, whatever the engine
 *     means by it
 */
public record Step(Kind kind, long millis) {
  /** What is fed. */
  public enum Kind {
    /** An element. */
    ELEMENT(""),
    /** A version of what elements are joined with. */
    VERSION("v"),
    /** A watermark. */
    WATERMARK("w");

    private final String prefix;

    Kind(String prefix) {
      this.prefix = prefix;
    }
  }

  /** Reads what {@link #toString} writes. */
  public static Step of(String text) {
    for (Kind kind : new Kind[] {Kind.VERSION, Kind.WATERMARK}) {
      if (text.startsWith(kind.prefix)) {
        return new Step(kind, Long.parseLong(text.substring(1)));
      }
    }
    return new Step(Kind.ELEMENT, Long.parseLong(text));
  }

  /** Whether it is a watermark and no element. */
  public boolean isWatermark() {
    return kind == Kind.WATERMARK;
  }

  /** Whether it is a version. */
  public boolean isVersion() {
    return kind == Kind.VERSION;
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%s%d", kind.prefix, millis);
  }
}
