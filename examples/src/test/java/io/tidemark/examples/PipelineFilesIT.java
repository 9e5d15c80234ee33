package io.tidemark.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.config.command.ExitStatus;
import io.tidemark.config.command.Terminal;
import io.tidemark.config.command.TidemarkCommand;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Copies of the example folders, run as their READMEs say. */
class PipelineFilesIT {
  @TempDir Path folder;

  private void copy(String example) throws IOException {
    Path from = Path.of(example);
    List<Path> files;
    try (Stream<Path> found = Files.walk(from)) {
      files = found.filter(file -> !ran(from.relativize(file))).toList();
    }
    for (Path file : files) {
      Path to = folder.resolve(from.relativize(file).toString());
      if (Files.isDirectory(file)) {
        Files.createDirectories(to);
      } else {
        Files.copy(file, to);
      }
    }
  }

  private static boolean ran(Path file) {
    return file.startsWith("out") || file.startsWith(".tidemark");
  }

  private String tidemark(int expectedStatus, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Terminal terminal =
        new Terminal(out, new PrintStream(err, true, StandardCharsets.UTF_8), false, false);
    int status = terminal.close(TidemarkCommand.execute(terminal, args));
    assertThat(status).as(err.toString(StandardCharsets.UTF_8)).isEqualTo(expectedStatus);
    return out.toString(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource({
    "tollbooth, tollbooth",
    "tollbooth, no-early",
    "tollbooth, substreams",
    "tollbooth, substreams-no-early",
    "traffic, traffic",
    "traffic, patient",
    "traffic, hasty"
  })
  void writeWhatIsExpectedOfThem(String example, String pipeline) throws IOException {
    copy(example);

    tidemark(ExitStatus.COMPLETE, "run", folder.resolve(pipeline + ".conf").toString());

    Path expected = folder.resolve("expected").resolve(pipeline);
    List<Path> files;
    try (Stream<Path> found = Files.list(expected)) {
      files = found.toList();
    }
    assertThat(files).isNotEmpty();
    for (Path file : files) {
      assertThat(folder.resolve("out").resolve(pipeline).resolve(expected.relativize(file)))
          .hasSameBinaryContentAs(file);
    }
  }

  @Test
  void printThePolicyTableOfTheirReadme() throws IOException {
    copy("tollbooth");

    String table =
        tidemark(
            ExitStatus.COMPLETE,
            "policy",
            folder.resolve("crossings.csv").toString(),
            "--event-time",
            "entered",
            "--arrival-time",
            "received",
            "--early",
            "5m",
            "--late",
            "5m",
            "--out-of-order",
            "2m",
            "--output",
            "table");

    assertThat(Files.readString(folder.resolve("README.md"))).contains(table);
  }
}
