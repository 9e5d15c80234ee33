package io.tidemark.config.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a run makes of outputs and states that cannot be written: folders, disks, lost files. */
class BadOutputTest {
  private final RunFolder folder;

  BadOutputTest(@TempDir Path folder) {
    this.folder = new RunFolder(folder);
  }

  @Nested
  class AnOutput {
    @Test
    void inAFolderThatCannotBeWrittenEndsTheRunByName() throws Exception {
      folder.write("in.csv", RunFolder.rows(0, 5));
      try (SmallDisk disk = SmallDisk.mount(folder.path().resolve("out"), "1m")) {
        disk.remount("ro");

        Invocation run = folder.run(RunFolder.PIPELINE);

        assertThat(run.status()).isEqualTo(ExitStatus.FAILED);
        assertThat(run.err())
            .contains(
                "tidemark: failed: sink/sums: cannot open the output: file=out/sums.csv",
                "reason=Read-only file system; put that right and run again")
            .doesNotContain("\tat ", "Exception");
        disk.remount("rw");
        assertThat(folder.run(RunFolder.PIPELINE).status()).isZero();
        assertThat(folder.output("sums.csv").lines()).hasSize(1 + 5);
      }
    }

    @Test
    void inAFolderThatCannotBeMadeIsRefusedByName() throws Exception {
      folder.write("in.csv", RunFolder.rows(0, 5));
      try (SmallDisk disk = SmallDisk.mount(folder.path().resolve("disk"), "1m")) {
        disk.remount("ro");

        Invocation run =
            folder.run(RunFolder.PIPELINE.replace("out/sums.csv", "disk/out/sums.csv"));

        assertThat(run.status()).isEqualTo(ExitStatus.REFUSED);
        assertThat(run.err())
            .startsWith("tidemark: ")
            .contains("its folder cannot be made: ", "disk/out: Read-only file system")
            .doesNotContain("Exception");
      }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/proc/nowhere/sums.csv", "/dev/full"})
    void whereNoFileCanBeIsRefusedInPlainWords(String path) throws Exception {
      folder.write("in.csv", RunFolder.rows(0, 5));

      Invocation run =
          folder.run(
              RunFolder.PIPELINE.replace(
                  "path = \"out/sums.csv\"", "format = csv, path = " + path));

      assertThat(run.status()).as(run.err()).isEqualTo(ExitStatus.REFUSED);
      assertThat(run.err())
          .startsWith("tidemark: p.conf:6: pipeline.sinks.sums.path = " + path + ": ")
          .endsWith("; give the sink another path\n")
          .hasLineCount(1)
          .doesNotContain("Exception");
    }

    @ParameterizedTest
    @CsvSource({"0, was shortened", "-1, is gone"})
    void thatAnInterruptedRunLostIsRefusedByNameAndLength(int left, String how) throws Exception {
      folder.write("in.csv", RunFolder.rows(0, 5));
      assertThat(folder.run(RunFolder.PIPELINE).status()).isZero();
      byte[] whole = Files.readAllBytes(folder.path().resolve("out/sums.csv"));
      Path state = folder.path().resolve(".tidemark/p/run.json");
      Files.writeString(state, Files.readString(state).replace("complete", "interrupted"));
      Files.delete(folder.path().resolve("out/sums.csv"));
      if (left == 0) {
        folder.write("out/sums.csv", "");
      }

      Invocation run = folder.run(RunFolder.PIPELINE);

      assertThat(run.status()).as(run.err()).isEqualTo(ExitStatus.REFUSED);
      assertThat(run.err())
          .isEqualTo(
              "tidemark: going on with the interrupted run\ntidemark: out/sums.csv: "
                  + how
                  + ": sink=sums, committed by the interrupted run="
                  + whole.length
                  + ", actual=0 (bytes); restore the file to go on with the run, or start it anew"
                  + " with --fresh\n");
      Files.write(folder.path().resolve("out/sums.csv"), whole);
      assertThat(folder.run(RunFolder.PIPELINE).status()).isZero();
      assertThat(folder.path().resolve("out/sums.csv")).hasBinaryContent(whole);
    }

    @Test
    void onAFullDiskEndsTheRunByNameAndGoesOnWhenThereIsRoom() throws Exception {
      folder.write("in.csv", RunFolder.rows(0, 2_000));
      assertThat(
              folder
                  .run(RunFolder.PIPELINE, "--state", folder.path().resolve("other").toString())
                  .status())
          .isZero();
      String expected = folder.output("sums.csv");
      try (SmallDisk disk = SmallDisk.mount(folder.path().resolve("out"), "64k")) {
        Invocation full = folder.run(RunFolder.PIPELINE);

        assertThat(full.status()).isEqualTo(ExitStatus.FAILED);
        assertThat(full.err())
            .contains(
                "tidemark: failed: sink/sums: cannot write the output: file=out/sums.csv",
                "reason=No space left on device; put that right and run again")
            .doesNotContain("\tat ", "Exception");
        disk.remount("size=1m");
        Invocation roomy = folder.run(RunFolder.PIPELINE);

        assertThat(roomy.status()).as(roomy.err()).isZero();
        assertThat(roomy.err()).contains("going on with the interrupted run");
        assertThat(folder.output("sums.csv")).isEqualTo(expected);
      }
    }
  }

  @Nested
  class AStateFolder {
    @ParameterizedTest
    @ValueSource(strings = {"in.csv", "in.csv/state", "/proc/nowhere"})
    void whereNoneCanBeIsRefusedInPlainWords(String state) throws Exception {
      folder.write("in.csv", RunFolder.rows(0, 5));

      Invocation run =
          folder.run(RunFolder.PIPELINE, "--state", folder.path().resolve(state).toString());

      assertThat(run.status()).as(run.err()).isEqualTo(ExitStatus.REFUSED);
      assertThat(run.err())
          .startsWith("tidemark: the state " + state + ": cannot be ")
          .contains("--state")
          .hasLineCount(1)
          .doesNotContain("Exception");
    }

    @Test
    void onADiskThatIsNearlyFullEndsTheRunAtOnceAndGoesOnWhenThereIsRoom() throws Exception {
      folder.write("in.csv", RunFolder.rows(0, 2_000));
      try (SmallDisk disk = SmallDisk.mount(folder.path().resolve(".tidemark"), "64m")) {
        Invocation full = folder.run(RunFolder.PIPELINE);

        assertThat(full.status()).isEqualTo(ExitStatus.FAILED);
        assertThat(full.err())
            .contains("tidemark: failed: ", "disk is nearly full: directory=.tidemark/p/journal")
            .contains("reserve=256000000 bytes", "lower journal.disk-reserve");
        Invocation roomy =
            folder.run(
                RunFolder.PIPELINE.replace("name = p", "name = p, journal.disk-reserve = 1MB"));

        assertThat(roomy.status()).as(roomy.err()).isZero();
        assertThat(folder.output("sums.csv").lines()).hasSize(1 + 2_000);
        assertThat(disk).isNotNull();
      }
    }

    @Test
    void onAFullDiskIsNotOpenedAndGoesOnWhenThereIsRoom() throws Exception {
      folder.write("in.csv", RunFolder.rows(0, 2_000));
      Path state = folder.path().resolve(".tidemark");
      try (SmallDisk disk = SmallDisk.mount(state, "64m")) {
        assertThat(folder.run(RunFolder.PIPELINE).status()).isEqualTo(ExitStatus.FAILED);
        Path filler = disk.fill(100_000);
        String roomy =
            RunFolder.PIPELINE.replace("name = p", "name = p, journal.disk-reserve = 0B");

        Invocation full = folder.run(roomy);
        assertThat(full.status()).isEqualTo(ExitStatus.REFUSED);
        assertThat(full.err()).contains("disk is full: directory=.tidemark/p/journal");
        Invocation look =
            Invocation.of("journal", "ls", folder.path().resolve("p.conf").toString());
        assertThat(look.status()).isEqualTo(ExitStatus.REFUSED);
        assertThat(look.err()).contains("disk is full: directory=");

        Files.delete(filler);
        assertThat(folder.run(roomy).status()).isZero();
        assertThat(folder.output("sums.csv").lines()).hasSize(1 + 2_000);
      }
    }

    @Test
    void thatCannotBeWrittenIsRefusedByName() throws Exception {
      folder.write("in.csv", RunFolder.rows(0, 5));
      try (SmallDisk disk = SmallDisk.mount(folder.path().resolve(".tidemark"), "1m")) {
        disk.remount("ro");

        Invocation run = folder.run(RunFolder.PIPELINE);

        assertThat(run.status()).isEqualTo(ExitStatus.REFUSED);
        assertThat(run.err()).contains(".tidemark/p", "Read-only file system");
        assertThat(folder.path().resolve("out")).doesNotExist();
      }
    }
  }
}
