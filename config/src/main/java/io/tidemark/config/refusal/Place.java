package io.tidemark.config.refusal;

import org.jspecify.annotations.Nullable;

/**
 * Where in a configuration file something stands.
 *
 * @param file the file as it was named; null where the value came from elsewhere
 * @param line from 1; 0 where it is not known
 */
public record Place(@Nullable String file, int line) {
  /** A place nobody knows. */
  public static final Place UNKNOWN = new Place(null, 0);

  /** {@code file:line}, the form editors jump to; as much of it as is known. */
  @Override
  public String toString() {
    String name = file == null ? "?" : file;
    return line > 0 ? name + ":" + line : name;
  }
}
