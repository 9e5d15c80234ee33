package io.tidemark.config.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.config.JavaProcess;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real processes in which the native LevelDB cannot be loaded. */
@Timeout(120)
class NoNativeLibraryIT {
  private static final String WARNING =
      "native LevelDB does not load, using the slower Java one: os=";

  private final RunFolder folder;

  NoNativeLibraryIT(@TempDir Path folder) {
    this.folder = new RunFolder(folder);
  }

  private String run(String... options) throws Exception {
    folder.write("in.csv", RunFolder.rows(0, 2));
    Path pipeline = folder.write("p.conf", RunFolder.PIPELINE);
    ProcessBuilder run =
        JavaProcess.of("io.tidemark.config.Main", "run", pipeline.toString())
            .redirectErrorStream(true);
    run.command().addAll(run.command().indexOf("-cp"), List.of(options));
    Process process = run.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    assertThat(folder.output("sums.csv").lines()).hasSize(3);
    assertThat(said).contains("2 records read in ");
    return said;
  }

  @ParameterizedTest
  @CsvSource({
    "there is no folder to unpack it into, -Djava.io.tmpdir=no/such/folder, NoSuchFileException",
    "there is none for the system, -Dos.name=Plan9, Could not load library"
  })
  void aRunSaysSoOnceAndGoesOnWithTheOneInJava(String cause, String option, String reason)
      throws Exception {
    String said = run(option);

    assertThat(said).as(cause).containsOnlyOnce(WARNING);
    assertThat(said.lines())
        .filteredOn(line -> line.contains(WARNING))
        .singleElement()
        .asString()
        .contains(" WARN ")
        .contains(reason);
    // In this process the native one loads, and it reads what the other wrote.
    Path state = folder.path().resolve(".tidemark/p");
    assertThat(Invocation.of("journal", "ls", "--state", state.toString()).out())
        .contains("p/sink/sums");
  }

  @Test
  void aRunWhereItLoadsSaysNothingOfIt() throws Exception {
    assertThat(run()).doesNotContain("LevelDB");
  }
}
