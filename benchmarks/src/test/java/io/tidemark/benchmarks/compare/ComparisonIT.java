package io.tidemark.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ComparisonIT {
  @TempDir private Path directory = Path.of("");

  @Test
  void runsContendersEachInAJvmOfItsOwnAndPrintsATable() {
    StringWriter printed = new StringWriter();

    int status =
        Comparison.commandLine()
            .setOut(new PrintWriter(printed))
            .execute(
                "--contenders=hand,tidemark,substreams",
                "--rounds=1",
                "--elements=1000",
                "--heap=512m",
                "--directory=" + directory);

    assertThat(status).isEqualTo(CommandLine.ExitCode.OK);
    assertThat(printed.toString())
        .contains(
            "1000 elements in 2 partitions",
            "| hand |",
            "| tidemark |",
            "| substreams |",
            "all results equal: ");
  }

  @Test
  void namesTheContendersThereAre() {
    StringWriter printed = new StringWriter();

    int status =
        Comparison.commandLine()
            .setErr(new PrintWriter(printed))
            .execute("--contenders=nobody", "--directory=" + directory);

    assertThat(status).isEqualTo(CommandLine.ExitCode.SOFTWARE);
    assertThat(printed.toString()).contains("name=nobody", "hand");
  }
}
