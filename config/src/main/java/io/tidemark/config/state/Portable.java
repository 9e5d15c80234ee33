package io.tidemark.config.state;

import java.nio.file.Path;

/**
 * Paths as a run remembers them: relative to the folder of the pipeline file where they lie below
 * it, so that a folder can be moved with its state; absolute otherwise.
 */
public final class Portable {
  private final Path folder;

  /** Paths seen from the absolute folder. */
  public Portable(Path folder) {
    this.folder = folder.normalize();
  }

  /** How the path is remembered. */
  public String remember(Path path) {
    Path absolute = folder.resolve(path).normalize();
    return absolute.startsWith(folder)
        ? folder.relativize(absolute).toString().replace(path.getFileSystem().getSeparator(), "/")
        : absolute.toString();
  }

  /** The absolute path that was remembered so. */
  public Path resolve(String remembered) {
    return folder.resolve(remembered).normalize();
  }
}
