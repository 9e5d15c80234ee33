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

  private record Said(String out, String err) {}

  private Said tidemark(String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Terminal terminal =
        new Terminal(out, new PrintStream(err, true, StandardCharsets.UTF_8), false, false);
    int status = terminal.close(TidemarkCommand.execute(terminal, args));
    String said = err.toString(StandardCharsets.UTF_8);
    assertThat(status).as(said).isEqualTo(ExitStatus.COMPLETE);
    return new Said(out.toString(StandardCharsets.UTF_8), said);
  }

  private Said run(String pipeline) {
    return tidemark("run", folder.resolve(pipeline + ".conf").toString());
  }

  @ParameterizedTest
  @CsvSource({
    "tollbooth, tollbooth",
    "tollbooth, no-early",
    "tollbooth, substreams",
    "tollbooth, substreams-no-early",
    "rates, priced",
    "traffic, traffic",
    "traffic, patient",
    "traffic, hasty"
  })
  void writeWhatIsExpectedOfThem(String example, String pipeline) throws IOException {
    ExampleFolder copy = ExampleFolder.copy(example, folder);

    run(pipeline);

    copy.hasWritten(pipeline, pipeline);
    assertThat(tidemark("replay", folder.resolve(pipeline + ".conf").toString()).out())
        .startsWith("identical");
  }

  @Test
  void giveTheSameTableWhateverTheDeliveryWhereTheyWait() throws Exception {
    ExampleFolder copy = ExampleFolder.copy("traffic", folder);
    copy.deliver("7");
    for (Path file : DeliverTest.DELIVERED) {
      Path other = folder.resolve("delivered").resolve(file.getFileName());
      assertThat(Files.mismatch(other, file)).isNotEqualTo(-1);
    }

    run("patient");

    copy.hasWritten("patient", "patient");
  }

  @Test
  void printThePolicyTableOfTheirReadme() throws IOException {
    ExampleFolder.copy("tollbooth", folder);

    String table =
        tidemark(
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
                "table")
            .out();

    assertThat(Files.readString(folder.resolve("README.md"))).contains(table);
  }

  @Test
  void printTheSummaryOfTheReadme() throws IOException {
    ExampleFolder.copy("tollbooth", folder);

    Said run = run("tollbooth");

    assertThat(run.out()).isEmpty();
    assertThat(Readme.of(Path.of("../README.md")))
        .contains(
            "$ ./tidemark run examples/tollbooth/tollbooth.conf\n" + Readme.timeless(run.err()));
  }
}
