package io.tidemark.config.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Assumptions;

/** A file system of its own in memory, so that a disk can be full or refuse writes even to root. */
final class SmallDisk implements AutoCloseable {
  private final Path folder;

  private SmallDisk(Path folder) {
    this.folder = folder;
  }

  /** A disk of the size, such as {@code 64k}; the test is skipped where none can be mounted. */
  static SmallDisk mount(Path folder, String size) throws IOException {
    Files.createDirectories(folder);
    boolean mounted =
        run("mount", "-t", "tmpfs", "-o", "size=" + size, "none", folder.toString()) == 0;
    Assumptions.assumeTrue(
        mounted, "only root, or `unshare -Urm mvn …`, can mount a small disk to fill it");
    return new SmallDisk(folder);
  }

  /** Makes it another size, or {@code ro} or {@code rw}. */
  void remount(String options) {
    String[] command = {"mount", "-o", "remount," + options, folder.toString()};
    // In a user namespace the options it has now, which mount would repeat, name users outside.
    String[] only = {"mount", "--options-mode", "ignore", "-o", command[2], command[3]};
    assertThat(run(command) == 0 || run(only) == 0).as("mount -o %s", command[2]).isTrue();
  }

  /** Writes a file that leaves so much room. */
  Path fill(int leavingBytes) throws IOException {
    Path filler = folder.resolve("filler");
    try (OutputStream out = Files.newOutputStream(filler)) {
      byte[] some = new byte[1 << 12];
      while (true) {
        out.write(some);
      }
    } catch (IOException full) {
      try (FileChannel file = FileChannel.open(filler, StandardOpenOption.WRITE)) {
        file.truncate(file.size() - leavingBytes);
      }
      return filler;
    }
  }

  @Override
  public void close() {
    assertThat(run("umount", folder.toString())).isZero();
  }

  private static int run(String... command) {
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException e) {
      return -1; // There is no such command.
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
