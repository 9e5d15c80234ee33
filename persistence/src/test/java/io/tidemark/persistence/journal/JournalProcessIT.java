package io.tidemark.persistence.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JournalProcessIT {
  private static final long SEED = Long.getLong("tidemark.kill.seed", 26L);
  private static final int KILLS = Integer.getInteger("tidemark.kill.count", 25);
  private static final long RESERVE_BYTES = 64L << 20;

  private final Path folder;
  private final Path directory;
  private final long[] acknowledged = new long[WriterProcess.ENTITIES];

  JournalProcessIT(@TempDir Path folder) {
    this.folder = folder;
    this.directory = folder.resolve("journal");
  }

  @Test
  void opensAfterEveryKillAndHoldsEverythingAcknowledged() throws IOException {
    Random random = new Random(SEED);
    for (int kill = 0; kill < KILLS; kill++) {
      try (WriterProcess writer = WriterProcess.start(directory, random.nextLong(), 0)) {
        for (int lines = random.nextInt(200); lines >= 0; lines--) {
          note(writer.readLine());
        }
        writer.kill().forEach(this::note);
      }
      try (Journal journal = Journal.open(directory, JournalSettings.defaults())) {
        checkEverythingIsThere(new Script(journal), "kill " + kill + " of seed " + SEED);
      }
    }
  }

  private void note(@Nullable String line) {
    if (line == null) {
      fail("the writer ended by itself");
    } else {
      // The last line can be cut short by the kill.
      String[] words = line.split(" ", -1);
      int entity = Integer.parseInt(words[0]);
      if (words.length == 2 && !words[1].isEmpty()) {
        acknowledged[entity] = Math.max(acknowledged[entity], Long.parseLong(words[1]));
      }
    }
  }

  private void checkEverythingIsThere(Script script, String when) {
    for (int entity = 0; entity < WriterProcess.ENTITIES; entity++) {
      List<String> found = script.replay(WriterProcess.name(entity), 1);
      assertThat(found.size()).as(when).isGreaterThanOrEqualTo((int) acknowledged[entity]);
      for (int number = 1; number <= found.size(); number++) {
        assertThat(found.get(number - 1)).as(when).isEqualTo(WriterProcess.text(entity, number));
      }
    }
  }

  @Test
  void refusesASecondProcessWithinFiveSecondsAndNamesTheFirst() throws IOException {
    try (WriterProcess holder = WriterProcess.start(directory, SEED, 0)) {
      long startNanos = System.nanoTime();
      assertThatThrownBy(() -> Journal.open(directory, JournalSettings.defaults()))
          .isInstanceOf(JournalException.Held.class)
          .hasMessageContaining("directory=" + directory)
          .hasMessageContaining("pid=" + holder.pid());
      assertThat(Duration.ofNanos(System.nanoTime() - startNanos))
          .isLessThan(Duration.ofSeconds(5));
    }
  }

  @Test
  void waitsForAHolderThatIsJustEnding() throws IOException {
    WriterProcess holder = WriterProcess.start(directory, SEED, 0);
    holder.close();
    Journal.open(directory, JournalSettings.defaults()).close();
  }

  @Test
  void stopsBeforeTheDiskIsFullAndOpensWhenThereIsSpace() throws IOException, InterruptedException {
    Path disk = Files.createDirectory(folder.resolve("disk"));
    int mounted = run("mount", "-t", "tmpfs", "-o", "size=160m", "none", disk.toString());
    Assumptions.assumeTrue(
        mounted == 0, "only root, or `unshare -Urm mvn …`, can mount a small disk to fill it");
    try {
      Path small = disk.resolve("journal");
      List<String> lines = new ArrayList<>();
      try (WriterProcess writer = WriterProcess.start(small, SEED, RESERVE_BYTES)) {
        for (String line = writer.readLine(); line != null; line = writer.readLine()) {
          lines.add(line);
        }
        assertThat(writer.exitCode()).isEqualTo(3);
      }
      String last = lines.remove(lines.size() - 1);
      assertThat(last)
          .startsWith("failed disk is nearly full: directory=" + small)
          .contains("reserve=" + RESERVE_BYTES);
      lines.forEach(this::note);
      grow(disk);
      try (Journal journal = Journal.open(small, JournalSettings.defaults())) {
        checkEverythingIsThere(new Script(journal), "after the disk was full");
      }
    } finally {
      run("umount", disk.toString());
    }
  }

  private static void grow(Path disk) throws IOException, InterruptedException {
    String options = "remount,size=400m";
    // In a user namespace the options it has now, which mount would repeat, name users outside.
    assertThat(
            run("mount", "-o", options, disk.toString()) == 0
                || run("mount", "--options-mode", "ignore", "-o", options, disk.toString()) == 0)
        .isTrue();
  }

  private static int run(String... command) throws IOException, InterruptedException {
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException e) {
      return -1;
    }
  }
}
