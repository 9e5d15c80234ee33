package io.tidemark.config.launch;

import static java.nio.file.StandardOpenOption.APPEND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.config.pipeline.PipelineFile;
import io.tidemark.config.refusal.Refused;
import io.tidemark.config.state.InputFile;
import io.tidemark.config.state.RunState;
import io.tidemark.config.state.RunState.Status;
import io.tidemark.config.state.StateFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PreparedRunTest {
  private static final String PIPELINE =
      """
      pipeline {
        sources.in { paths = ["in/*.csv"], event-time { column = t } }
        streams.s { from = in, window { tumbling = 1h }, select = ["count() as n"] }
        sinks.out { from = s, path = "out/counts.csv" }
      }
      """;

  @TempDir Path folder;
  private Path state = Path.of("");

  @BeforeEach
  void writeFiles() throws IOException {
    state = folder.resolve(".tidemark/p");
    Files.createDirectory(folder.resolve("in"));
    Files.writeString(folder.resolve("in/a.csv"), "t\n2024-01-01T00:00:00Z\n");
    pipeline(PIPELINE);
  }

  private void pipeline(String text) throws IOException {
    Files.writeString(folder.resolve("p.conf"), text);
  }

  private RunRequest request(boolean fresh) throws Refused {
    return RunRequest.of(PipelineFile.read(folder.resolve("p.conf")), folder, state, fresh);
  }

  /** Prepares a run and leaves it as the status says, with a journal. */
  private boolean run(Status status, boolean fresh) throws Refused, IOException {
    try (PreparedRun run = PreparedRun.of(request(fresh))) {
      Files.createDirectories(run.journal());
      Files.writeString(run.journal().resolve("mark"), "of an earlier run");
      run.settle(status);
      return run.resumed();
    }
  }

  private RunState left() throws Refused {
    return StateFolder.peek(state).orElseThrow();
  }

  @Nested
  class ANewRun {
    @Test
    void isWrittenDownBeforeItTouchesAnything() throws Exception {
      try (PreparedRun run = PreparedRun.of(request(false))) {
        assertThat(run.resumed()).isFalse();
        assertThat(left().status()).isEqualTo(Status.RUNNING);
        assertThat(left().pid()).isEqualTo(ProcessHandle.current().pid());
        assertThat(left().inputs()).extracting(InputFile::path).containsExactly("in/a.csv");
        assertThat(left().outputs()).containsExactly("out/counts.csv");
        assertThat(folder.resolve("out")).isEmptyDirectory();
        assertThat(run.journal()).doesNotExist();
      }
    }

    @Test
    void takesThePlaceOfACompleteOne() throws Exception {
      run(Status.COMPLETE, false);
      Files.writeString(folder.resolve("out/counts.csv"), "old");
      pipeline(PIPELINE.replace("1h", "2h"));

      try (PreparedRun run = PreparedRun.of(request(false))) {
        assertThat(run.resumed()).isFalse();
        assertThat(run.journal()).doesNotExist();
      }
    }

    @Test
    void takesThePlaceOfOneThatDiedBeforeItBegan() throws Exception {
      run(Status.STARTING, false);

      try (PreparedRun run = PreparedRun.of(request(false))) {
        assertThat(run.resumed()).isFalse();
        assertThat(run.journal()).doesNotExist();
      }
    }

    @Test
    void takesThePlaceOfAnyOnDemand() throws Exception {
      run(Status.INTERRUPTED, false);
      Files.writeString(state.resolve("run.json"), "damaged");

      assertThatThrownBy(() -> run(Status.RUNNING, false)).isInstanceOf(Refused.class);
      assertThat(run(Status.RUNNING, true)).isFalse();
    }

    @Test
    void doesNotReplaceAFileItDidNotWrite() throws Exception {
      Files.createDirectory(folder.resolve("out"));
      Files.writeString(folder.resolve("out/counts.csv"), "precious");

      assertThatThrownBy(() -> run(Status.RUNNING, false))
          .isInstanceOf(Refused.class)
          .hasMessageContaining("out/counts.csv: exists");
      assertThat(folder.resolve(".tidemark")).doesNotExist();
      assertThat(run(Status.RUNNING, true)).isFalse();
      assertThat(folder.resolve("out/counts.csv")).isEmptyFile();
    }

    @Test
    void leavesNoFolderBehindWhereItIsRefused() throws Exception {
      Files.delete(folder.resolve("in/a.csv"));

      assertThatThrownBy(() -> run(Status.RUNNING, false))
          .isInstanceOf(Refused.class)
          .hasMessageContaining("no file matches");
      assertThat(folder.resolve(".tidemark")).doesNotExist();
    }
  }

  @Nested
  class AnInterruptedRun {
    @Test
    void goesOnWithItsJournal() throws Exception {
      run(Status.INTERRUPTED, false);

      try (PreparedRun run = PreparedRun.of(request(false))) {
        assertThat(run.resumed()).isTrue();
        assertThat(run.journal().resolve("mark")).exists();
        assertThat(left().status()).isEqualTo(Status.RUNNING);
      }
    }

    @Test
    void goesOnAfterItsProcessDied() throws Exception {
      run(Status.RUNNING, false);

      assertThat(run(Status.RUNNING, false)).isTrue();
    }

    @Test
    void goesOnWithOtherSettingsThatChangeNoResult() throws Exception {
      run(Status.INTERRUPTED, false);
      pipeline(PIPELINE.replace("pipeline {", "pipeline { batch-size = 7, journal.fsync = off"));

      assertThat(run(Status.RUNNING, false)).isTrue();
    }

    @Test
    void goesOnWhenItsFolderWasMoved() throws Exception {
      run(Status.INTERRUPTED, false);
      Path moved = folder.resolveSibling(folder.getFileName() + "-moved");
      Files.move(folder, moved);
      try {
        RunRequest there =
            RunRequest.of(
                PipelineFile.read(moved.resolve("p.conf")),
                moved,
                moved.resolve(".tidemark/p"),
                false);
        try (PreparedRun run = PreparedRun.of(there)) {
          assertThat(run.resumed()).isTrue();
        }
      } finally {
        Files.move(moved, folder);
      }
    }

    @Test
    void isRefusedWhereThePipelineIsAnother() throws Exception {
      run(Status.INTERRUPTED, false);
      pipeline(PIPELINE.replace("1h", "2h"));

      assertThatThrownBy(() -> run(Status.RUNNING, false))
          .isInstanceOf(Refused.class)
          .hasMessageContaining("pipeline.streams.s.window.tumbling was 1h and is 2h");
      assertThat(left().status()).isEqualTo(Status.INTERRUPTED);
    }

    @Test
    void isRefusedWhereAnExpressionIsAnother() throws Exception {
      String filtered = PIPELINE.replace("from = in,", "from = in, where = \"t != 'x'\",");
      pipeline(filtered);
      run(Status.INTERRUPTED, false);
      pipeline(filtered.replace("'x'", "'y'"));

      assertThatThrownBy(() -> run(Status.RUNNING, false))
          .isInstanceOf(Refused.class)
          .hasMessageContaining("pipeline.streams.s.where was t != 'x' and is t != 'y'");
    }

    @Test
    void isRefusedWhereAnInputIsGone() throws Exception {
      run(Status.INTERRUPTED, false);
      Files.delete(folder.resolve("in/a.csv"));

      assertThatThrownBy(() -> run(Status.RUNNING, false))
          .isInstanceOf(Refused.class)
          .hasMessageContaining("its input in/a.csv is missing");
    }

    @Test
    void isRefusedWhereAnInputHasGrownThatIsNotFollowed() throws Exception {
      run(Status.INTERRUPTED, false);
      Files.writeString(folder.resolve("in/a.csv"), "2024-01-01T01:00:00Z\n", APPEND);

      assertThatThrownBy(() -> run(Status.RUNNING, false))
          .isInstanceOf(Refused.class)
          .hasMessageContaining(
              "its input in/a.csv has grown from 23 to 44 bytes, and its source does not follow");
    }

    @Test
    void goesOnWhereAnInputHasGrownThatIsFollowed() throws Exception {
      pipeline(PIPELINE.replace("event-time", "follow = on, event-time"));
      run(Status.INTERRUPTED, false);
      Files.writeString(folder.resolve("in/a.csv"), "2024-01-01T01:00:00Z\n", APPEND);

      assertThat(run(Status.RUNNING, false)).isTrue();
    }

    @Test
    void isRefusedWhereItWouldWriteElsewhere() throws Exception {
      run(Status.INTERRUPTED, false);
      RunRequest elsewhere =
          RunRequest.of(
              PipelineFile.read(folder.resolve("p.conf")), folder.resolve("other"), state, false);

      assertThatThrownBy(() -> PreparedRun.of(elsewhere))
          .isInstanceOf(Refused.class)
          .hasMessageContaining(
              "it wrote to out/counts.csv and would write to other/out/counts.csv");
    }

    @Test
    void readsTheFilesItBeganWithAndTellsOfLaterOnes() throws Exception {
      run(Status.INTERRUPTED, false);
      Files.writeString(folder.resolve("in/b.csv"), "t\n");

      try (PreparedRun run = PreparedRun.of(request(false))) {
        assertThat(run.opened().inputs().get("in")).containsExactly(folder.resolve("in/a.csv"));
        assertThat(run.laterFiles()).containsExactly(folder.resolve("in/b.csv"));
      }
    }
  }
}
