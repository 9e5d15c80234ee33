package io.tidemark.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.config.Tidemark;
import io.tidemark.config.refusal.Refused;
import io.tidemark.connector.file.CsvFile;
import io.tidemark.connector.file.CsvFiles;
import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.time.TimePolicy;
import io.tidemark.examples.Ads.Click;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program in a process of its own, which ends as the examples do. */
class ProgramIT {
  @TempDir Path folder;

  /** A pipeline that cannot go on, over the clicks in the folder. */
  static final class Failing {
    private Failing() {}

    public static void main(String[] args) throws Refused {
      Path folder = Path.of(args[0]);
      Pipeline pipeline =
          Pipeline.named(
              "failing",
              p ->
                  p.source("clicks", CsvFiles.of(Click.class).in(folder).at("clicks.csv"))
                      .time(TimePolicy.eventTime(Click::clicked))
                      .filter(Failing::refuse)
                      .to("kept", Click.class, CsvFile.at(folder.resolve("kept.csv"))));
      Program.end(Tidemark.run(pipeline, folder.resolve("state")));
    }

    private static boolean refuse(Click click) {
      throw new IllegalStateException("not the click on " + click.id());
    }
  }

  @Test
  void endsWithStatusOneAndTheReasonWhereTheRunFails() throws Exception {
    ExampleFolder.copy("ads", folder);
    Path out = folder.resolve("out.txt");
    Path err = folder.resolve("err.txt");

    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Failing.class.getName(),
                folder.toString())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();

    assertThat(process.waitFor()).isEqualTo(1);
    assertThat(Files.readString(err)).contains("tidemark: failed: ").contains("not the click on a");
    assertThat(Files.readString(out)).contains("records read in").contains("failed: ");
  }
}
