package io.tidemark.core.window;

/**
 * Windows with a name, by which their results are told from those of others.
 *
 * @param name not empty
 * @param windows of one kind
 */
public record NamedWindows(String name, Windows windows) {
  /** Refuses a name that is empty, and several windows in place of one. */
  public NamedWindows {
    if (name.isEmpty() || windows instanceof SeveralWindows) {
      throw new IllegalArgumentException(
          "windows have one name each, which is not empty: name=" + name + ", windows=" + windows);
    }
  }
}
