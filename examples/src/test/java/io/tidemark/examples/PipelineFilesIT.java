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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Copies of the example folders, run as their READMEs say. */
class PipelineFilesIT {
  @TempDir Path folder;

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
    ExampleFolder copy = ExampleFolder.copy(example, folder);

    tidemark(ExitStatus.COMPLETE, "run", folder.resolve(pipeline + ".conf").toString());

    copy.hasWritten(pipeline, pipeline);
  }

  @Test
  void printThePolicyTableOfTheirReadme() throws IOException {
    ExampleFolder.copy("tollbooth", folder);

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
