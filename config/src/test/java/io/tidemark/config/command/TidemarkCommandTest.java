package io.tidemark.config.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.config.command.Terminal.OutputFailed;
import io.tidemark.config.state.RunState;
import io.tidemark.config.state.RunState.Status;
import io.tidemark.config.state.StateFolder;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TidemarkCommandTest {
  @Test
  void explainsItself() {
    Invocation help = Invocation.of("--help");

    assertThat(help.status()).isZero();
    assertThat(help.out())
        .contains("run", "check", "policy", "why", "journal", "replay", "status")
        .contains("Examples:");
    assertThat(help.err()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "check", "policy", "why", "journal", "replay", "status"})
  void explainsEveryCommand(String command) {
    Invocation help = Invocation.of(command, "--help");

    assertThat(help.status()).isZero();
    assertThat(help.out()).startsWith("Usage: tidemark " + command);
  }

  @Test
  void tellsItsVersion() {
    Invocation version = Invocation.of("--version");

    assertThat(version.status()).isZero();
    assertThat(version.out()).startsWith("tidemark ").contains("Java ");
  }

  @ParameterizedTest
  @CsvSource({
    "'', no command: one of help, run, check, policy",
    "rum, no such command: rum; did you mean run?",
    "polciy, no such command: polciy; did you mean policy?",
    "--verzion, no such option: --verzion; did you mean --version?",
    "run, Missing required parameter: 'PIPELINE.conf'",
    "run a.conf b.conf, an argument too many: b.conf",
    "run a.conf --frsh, no such option: --frsh; did you mean --fresh?",
    "journal, no command: one of ls",
    "journal shwo, no such command: shwo; did you mean show?"
  })
  void refusesWrongUsageWithReasonAndHint(String line, String reason) {
    Invocation call = Invocation.of(line.isEmpty() ? new String[0] : line.split(" "));

    assertThat(call.status()).isEqualTo(ExitStatus.REFUSED);
    assertThat(call.err()).startsWith("tidemark: " + reason).contains("--help` tells");
    assertThat(call.out()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"status a.conf --watch"})
  void saysOfWhatIsNotThereThatItIsNot(String line) {
    Invocation call = Invocation.of(line.split(" "));

    assertThat(call.status()).isEqualTo(ExitStatus.REFUSED);
    assertThat(call.err()).contains("not there yet");
  }

  @Test
  void refusesToExplainAPipelineThatDoesNotRun(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("p.conf"), RunFolder.COUNTS);

    Invocation why = Invocation.of("why", file.toString());
    Invocation unknown = Invocation.of("why", file.toString(), "t");

    assertThat(why.status()).isEqualTo(ExitStatus.REFUSED);
    assertThat(why.err())
        .isEqualTo("tidemark: pipeline p: is not running: it never ran; start it with run\n");
    assertThat(unknown.status()).isEqualTo(ExitStatus.REFUSED);
    assertThat(unknown.err()).contains("t: no such stream").contains("streams: s");
  }

  @ParameterizedTest
  @EnumSource(
      value = Status.class,
      names = {"STARTING", "RUNNING"})
  void saysOfARunThatNeverEndedWhetherItsProcessIsThere(Status status, @TempDir Path folder)
      throws Exception {
    Path file = Files.writeString(folder.resolve("p.conf"), RunFolder.COUNTS);
    Process gone = new ProcessBuilder("true").start();
    gone.waitFor();
    RunState run = RunState.starting("p", Map.of(), List.of(), List.of());
    try (StateFolder state = StateFolder.open(folder.resolve(".tidemark/p"))) {
      state.write(run.as(status, gone.pid(), null));

      assertThat(Invocation.of("why", file.toString()).err())
          .isEqualTo(
              "tidemark: pipeline p: is not running: the process that ran it is gone: pid="
                  + gone.pid()
                  + "; start it with run\n");

      state.write(run.as(status, run.pid(), null));

      assertThat(Invocation.of("why", file.toString()).err())
          .isEqualTo(
              "tidemark: pipeline p: the process does not answer yet: pid="
                  + run.pid()
                  + "; it is starting or ending: ask again\n");
    }
  }

  @Test
  void refusesAPipelineFileThatIsNotThere() {
    Invocation call = Invocation.of("check", "no/such.conf");

    assertThat(call.status()).isEqualTo(ExitStatus.REFUSED);
    assertThat(call.err())
        .isEqualTo("tidemark: no/such.conf: no such file; name a pipeline file\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"check", "run"})
  void refusesAPipelineFileWithEveryProblemOnALine(String command, @TempDir Path folder)
      throws IOException {
    String text =
        """
        pipeline {
          name = p
          sources.in {
            paths = ["in.csv"], fallow = on
            event-time { format = iso8601 }
            time { late = 5x }
          }
          streams.a { from = b, window { tumbling = 1h }, select = ["count() as n"] }
          streams.b { from = a, window { tumbling = 1h }, select = ["count() as n"] }
          sinks.out { from = a, path = "out.csv" }
          sinks.more { from = c, path = "more.csv" }
          key-groups = many
        }
        """;
    Path file = Files.writeString(folder.resolve("p.conf"), text);

    Invocation call = Invocation.of(command, file.toString());

    assertThat(call.status()).isEqualTo(ExitStatus.REFUSED);
    assertThat(call.out()).isEmpty();
    String[] problems = {
      ":4: pipeline.sources.in.fallow: no such setting; did you mean follow?",
      ":5: pipeline.sources.in.event-time.column: missing;",
      ":6: pipeline.sources.in.time.late = 5x: not a duration;",
      ":8: pipeline.streams.a.from = b: the streams read each other: a -> b -> a;",
      ":11: pipeline.sinks.more.from = c: names no stream, no source and no diagnostics of a source;",
      ":12: pipeline.key-groups = many: not a whole number;"
    };
    assertThat(call.err().lines()).hasSameSizeAs(problems);
    for (String problem : problems) {
      assertThat(call.err().lines())
          .anyMatch(line -> line.startsWith("tidemark: " + file + problem));
    }
    assertThat(folder).isDirectoryNotContaining(path -> !path.equals(file));
  }

  @Test
  void failsWhereResultsCannotBeWritten() throws OutputFailed {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("No space left on device");
          }
        };
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Terminal terminal =
        new Terminal(
            new BufferedOutputStream(full),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false,
            false);

    terminal.print("a result");

    assertThat(terminal.close(ExitStatus.COMPLETE)).isEqualTo(ExitStatus.FAILED);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo("tidemark: standard output cannot be written: No space left on device\n");
  }
}
