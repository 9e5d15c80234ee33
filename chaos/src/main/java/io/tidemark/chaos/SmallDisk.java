package io.tidemark.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A folder on a disk of its own that can be filled, where one can be mounted: for that one must be
 * root. Otherwise a folder like any other.
 */
record SmallDisk(Scene.Disk disk) implements AutoCloseable {
  static SmallDisk under(Path folder) throws IOException {
    Files.createDirectories(folder);
    boolean mounted =
        Shell.succeeds("mount", "-t", "tmpfs", "-o", "size=64m", "none", folder.toString());
    return new SmallDisk(new Scene.Disk(folder, mounted));
  }

  @Override
  public void close() {
    if (disk.small()) {
      Shell.succeeds("umount", "-l", disk.folder().toString());
    }
  }
}
