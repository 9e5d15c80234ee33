package io.tidemark.config.launch;

import static io.tidemark.core.window.Aggregates.count;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.config.refusal.Refused;
import io.tidemark.config.state.RunState.Status;
import io.tidemark.connector.file.CsvFile;
import io.tidemark.connector.file.CsvFiles;
import io.tidemark.core.pipeline.AdmittedStage;
import io.tidemark.core.pipeline.KeyedStage;
import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.pipeline.TransformedStage;
import io.tidemark.core.time.TimePolicy;
import io.tidemark.core.transform.SideOutput;
import io.tidemark.core.transform.Transform;
import io.tidemark.core.transform.Transformation;
import io.tidemark.core.window.Windows;
import io.tidemark.persistence.journal.JournalSettings;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DescribedByProgramTest {
  private record Reading(Instant t) {}

  @TempDir private Path folder = Path.of("");

  @BeforeEach
  void writeInput() throws IOException {
    Files.createDirectory(folder.resolve("in"));
    Files.writeString(folder.resolve("in/a.csv"), "t\n2024-01-01T00:00:00Z\n");
  }

  private RunRequest request(Duration window) {
    Pipeline pipeline =
        Pipeline.named(
            "p",
            p ->
                p.source("in", CsvFiles.of(Reading.class).in(folder).at("in/*.csv"))
                    .time(TimePolicy.eventTime(Reading::t))
                    .window(Windows.tumbling(window))
                    .aggregate(count())
                    .to(CsvFile.at(folder.resolve("out/counts.csv"))));
    return RunRequest.of(pipeline, JournalSettings.defaults(), folder.resolve("state"), false);
  }

  private void interrupt() throws Refused, IOException {
    try (PreparedRun run = PreparedRun.of(request(Duration.ofHours(1)))) {
      assertThat(run.resumed()).isFalse();
      run.settle(Status.INTERRUPTED);
    }
  }

  @Test
  void goesOnWithTheFilesItBeganWith() throws Exception {
    interrupt();
    Files.writeString(folder.resolve("in/b.csv"), "t\n");

    try (PreparedRun run = PreparedRun.of(request(Duration.ofHours(1)))) {
      assertThat(run.resumed()).isTrue();
      assertThat(run.laterFiles()).containsExactly(folder.resolve("in/b.csv"));
      Pipeline pipeline = run.opened().pipeline(OutputStream.nullOutputStream());
      assertThat(pipeline.sources().get(0).source().partitions()).containsExactly("in/a.csv");
    }
  }

  @Test
  void doesNotGoOnAsAnotherPipeline() throws Exception {
    interrupt();

    assertThatThrownBy(() -> PreparedRun.of(request(Duration.ofHours(2))))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("pipeline.streams.in-windows.window.size was 1h and is 2h");
  }

  @Test
  void doesNotGoOnWithChangedInput() throws Exception {
    interrupt();
    Files.writeString(folder.resolve("in/a.csv"), "t\n");

    assertThatThrownBy(() -> PreparedRun.of(request(Duration.ofHours(1))))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("in/a.csv was shortened");
  }

  @Test
  void writesNoFileFromTwoSinks() {
    Pipeline pipeline =
        Pipeline.named(
            "p",
            p -> {
              AdmittedStage<Reading> in =
                  p.source("in", CsvFiles.of(Reading.class).in(folder).at("in/*.csv"))
                      .time(TimePolicy.eventTime(Reading::t));
              in.to("one", Reading.class, CsvFile.at(folder.resolve("out.csv")));
              in.filter(reading -> true)
                  .to("other", Reading.class, CsvFile.at(folder.resolve("in/../out.csv")));
            });
    RunRequest request =
        RunRequest.of(pipeline, JournalSettings.defaults(), folder.resolve("state"), false);

    assertThatThrownBy(() -> PreparedRun.of(request))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("one")
        .hasMessageContaining("other")
        .hasMessageContaining("out.csv");
  }

  record Told(String t) {}

  /** What a sink would replace must be known, whatever stands before it. */
  @Test
  void knowsTheFilesOfSinksBehindEveryKindOfStage() {
    SideOutput<Told> aside = SideOutput.of("aside", Told.class);
    Transform<String, Told, String, Told> telling = (state, told, context) -> state;
    Transformation<String, Told, String, Told> twofold =
        Transformation.of(telling, String.class, Told.class).sideOutput(aside);
    Pipeline pipeline =
        Pipeline.named(
            "files",
            p -> {
              AdmittedStage<Told> source =
                  p.source("told", CsvFiles.of(Told.class).in(folder).at("in/a.csv"))
                      .time(TimePolicy.eventTimeMicros(told -> 1L))
                      .rejectedTo(CsvFile.at("rejected.csv"));
              source.to("elements", Told.class, CsvFile.at("elements.csv"));
              source
                  .filter(told -> true)
                  .map(told -> told)
                  .to("mapped", Told.class, CsvFile.at("mapped.csv"));
              KeyedStage<Told, String> keyed = source.keyBy(Told::t);
              keyed
                  .window(Windows.tumbling(Duration.ofSeconds(1)))
                  .aggregate("windows", count())
                  .to(CsvFile.at("windows.csv"));
              keyed
                  .transform("plain", telling, String.class, Told.class)
                  .to(CsvFile.at("plain.csv"));
              TransformedStage<Told> both = keyed.transform("twofold", twofold);
              both.to(CsvFile.at("twofold.csv"));
              both.sideOutput(aside).to(CsvFile.at("aside.csv"));
            });

    assertThat(new DescribedByProgram(pipeline, folder, JournalSettings.defaults()).outputs())
        .extracting(output -> output.file().getFileName().toString())
        .containsExactlyInAnyOrder(
            "rejected.csv",
            "elements.csv",
            "mapped.csv",
            "windows.csv",
            "plain.csv",
            "twofold.csv",
            "aside.csv");
  }
}
