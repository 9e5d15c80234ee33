package io.tidemark.core.window;

/** A mutable {@code long}. */
final class LongCell {
  long value;
}
