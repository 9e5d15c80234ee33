package io.tidemark.core.window;

/**
 * Windows with a name, by which their results are told from those of others.
 *
 * @param name not empty
 * @param windows of one kind
 */
public record NamedWindows(String name, Windows windows) {
  /** Refuses a name that is empty, several windows in place of one, and partial results. */
  public NamedWindows {
    if (name.isEmpty() || windows instanceof SeveralWindows) {
      throw new IllegalArgumentException(
          "windows have one name each, which is not empty: name=" + name + ", windows=" + windows);
    }
    if (windows instanceof PartialWindows) {
      throw new IllegalArgumentException(
          "partial results are of windows by themselves, not of several at once: name=" + name);
    }
  }
}
