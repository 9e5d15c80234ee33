package io.tidemark.config.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.config.pipeline.PipelineFile;
import io.tidemark.config.refusal.Refused;
import io.tidemark.config.state.RunState.Status;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that was written down as begun, and whose process ended before its sinks started. */
class BegunRunTest {
  private static final String PIPELINE =
      """
      pipeline {
        name = p
        sources.in { paths = ["a.csv"], event-time { column = t } }
        streams.s { from = in, window { tumbling = 1h }, select = ["count() as n"] }
        sinks.out { from = s, path = "out/counts.csv" }
      }
      """;

  @TempDir Path folder;
  private Path output = Path.of("");

  @BeforeEach
  void writeInput() throws Exception {
    Files.writeString(folder.resolve("a.csv"), "t\n2024-01-01T00:00:00Z\n");
    output = folder.resolve("out/counts.csv");
  }

  private RunRequest request(String pipeline) throws Exception {
    Path file = Files.writeString(folder.resolve("p.conf"), pipeline);
    return RunRequest.of(PipelineFile.read(file), folder, folder.resolve("state"), false);
  }

  private void begin(String pipeline) throws Exception {
    try (PreparedRun run = PreparedRun.of(request(pipeline))) {
      run.settle(Status.INTERRUPTED);
    }
  }

  private RunSummary run(String pipeline) throws Exception {
    return new Launch(request(pipeline), OutputStream.nullOutputStream(), System.err, false).run();
  }

  @Test
  void doesNotReplaceAFileThatCameMeanwhile() throws Exception {
    begin(PIPELINE);
    Files.writeString(output, "precious");

    assertThatThrownBy(() -> run(PIPELINE))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("out/counts.csv: exists, and no run that this state knows of wrote");
    assertThat(output).hasContent("precious");
    Files.writeString(output, "");
    assertThat(run(PIPELINE).ending()).isEqualTo(Ending.COMPLETE);
  }

  @Test
  void replacesItWhereItMay() throws Exception {
    String overwriting = PIPELINE.replace("csv\" }", "csv\", overwrite = true }");
    assertThat(overwriting).isNotEqualTo(PIPELINE);
    begin(overwriting);
    Files.writeString(output, "of no use");

    assertThat(run(overwriting).ending()).isEqualTo(Ending.COMPLETE);
  }

  @Test
  void goesOnThoughTheRunBeforeItLeftItsOutput() throws Exception {
    run(PIPELINE);
    byte[] before = Files.readAllBytes(output);
    begin(PIPELINE);

    assertThat(run(PIPELINE).ending()).isEqualTo(Ending.COMPLETE);
    assertThat(output).hasBinaryContent(before);
  }
}
