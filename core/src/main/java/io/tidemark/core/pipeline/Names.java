package io.tidemark.core.pipeline;

import java.util.regex.Pattern;

/**
 * The names of a pipeline, its sources, streams and sinks: they become parts of paths, of entity
 * names and of addresses, so they keep to characters that mean nothing there.
 */
public final class Names {
  /** What is allowed, for messages. */
  public static final String ALLOWED =
      "letters, digits, _ and - (from a-z, A-Z, 0-9), the first one a letter or digit, at most 100";

  private static final Pattern PATTERN = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9_-]{0,99}");

  private Names() {}

  /** Whether the text is a name. */
  public static boolean isName(String text) {
    return PATTERN.matcher(text).matches();
  }

  static String require(String what, String name) {
    if (!isName(name)) {
      throw new IllegalArgumentException(
          "not a name: " + what + "=" + name + ", expected=" + ALLOWED);
    }
    return name;
  }
}
