package io.tidemark.config.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.config.JavaProcess;
import io.tidemark.config.refusal.Refused;
import io.tidemark.config.state.RunState.Control;
import io.tidemark.config.state.RunState.Status;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateFolderTest {
  private static final RunState RUN =
      RunState.starting(
              "p",
              Map.of("pipeline.name", "p"),
              List.of(new InputFile("a", "in/ä.csv", 17, "abc")),
              List.of("out/a.csv", "/tmp/b.csv"))
          .as(Status.RUNNING, 4711, new Control(8080, "secret"));

  @TempDir Path folder;

  /** A process of its own that takes the folder, says so, and keeps it while its input is open. */
  static final class Holder {
    private Holder() {}

    public static void main(String[] args) throws Exception {
      try (StateFolder held = StateFolder.open(Path.of(args[0]))) {
        System.out.println("held " + held.journal());
        int ignored = System.in.read();
        assertThat(ignored).isLessThan(0);
      }
    }
  }

  private Process holder() throws IOException {
    Process process =
        JavaProcess.of(Holder.class.getName(), folder.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    assertThat(out.readLine()).startsWith("held");
    return process;
  }

  @Test
  void givesBackWhatWasWritten() throws Exception {
    try (StateFolder state = StateFolder.open(folder)) {
      assertThat(state.read()).isEmpty();

      state.write(RUN);

      assertThat(state.read()).contains(RUN);
      assertThat(StateFolder.peek(folder)).contains(RUN);
    }
  }

  @Test
  void writesForItsOwnerOnly() throws Exception {
    try (StateFolder state = StateFolder.open(folder)) {
      state.write(RUN);

      assertThat(
              PosixFilePermissions.toString(
                  Files.getPosixFilePermissions(folder.resolve("run.json"))))
          .isEqualTo("rw-------");
    }
  }

  @Test
  void replacesWhatWasWritten() throws Exception {
    try (StateFolder state = StateFolder.open(folder)) {
      state.write(RUN);
      state.write(RUN.as(Status.COMPLETE, 1, null));

      assertThat(state.read()).contains(RUN.as(Status.COMPLETE, 1, null));
      assertThat(folder.resolve("run.json.new")).doesNotExist();
    }
  }

  @Test
  void makesItsFolder() throws Exception {
    try (StateFolder state = StateFolder.open(folder.resolve("a/b"))) {
      assertThat(state.journal()).isEqualTo(folder.resolve("a/b/journal"));
    }
  }

  @Test
  void leavesNothingOfAFolderThatItMadeInVain() throws Exception {
    StateFolder first = StateFolder.open(folder.resolve("a/b"));
    StateFolder second = StateFolder.open(folder.resolve("a/c"));
    first.write(RUN);

    first.withdraw();
    assertThat(folder.resolve("a")).isDirectoryNotContaining("glob:**/b");
    second.withdraw();
    assertThat(folder.resolve("a")).isEmptyDirectory();
  }

  @Test
  void keepsAFolderThatWasThere() throws Exception {
    StateFolder state = StateFolder.open(folder);
    state.write(RUN);

    state.withdraw();

    assertThat(StateFolder.peek(folder)).contains(RUN);
  }

  @Test
  void takesAFolderAgainThatWasDeletedWhileItWaited() throws Exception {
    StateFolder first = StateFolder.open(folder.resolve("a"));
    CompletableFuture<StateFolder> waiting = new CompletableFuture<>();
    Thread taker =
        new Thread(
            () -> {
              try {
                waiting.complete(StateFolder.open(folder.resolve("a")));
              } catch (Refused e) {
                waiting.completeExceptionally(e);
              }
            });
    taker.start();
    while (taker.getState() != Thread.State.TIMED_WAITING && taker.isAlive()) {
      Thread.onSpinWait();
    }

    first.withdraw();

    try (StateFolder second = waiting.get(30, TimeUnit.SECONDS)) {
      second.write(RUN);
      assertThat(StateFolder.peek(folder.resolve("a"))).contains(RUN);
    }
  }

  @Test
  void deletesTheJournalAndNothingElse() throws Exception {
    try (StateFolder state = StateFolder.open(folder)) {
      state.write(RUN);
      Files.createDirectories(state.journal().resolve("deep"));
      Files.writeString(state.journal().resolve("deep/file"), "x");

      state.deleteJournal();
      state.deleteJournal();

      assertThat(state.journal()).doesNotExist();
      assertThat(state.read()).contains(RUN);
    }
  }

  @Test
  void refusesAFolderThatAnotherProcessHoldsAndNamesIt() throws Exception {
    Process holder = holder();

    long startNanos = System.nanoTime();
    assertThatThrownBy(() -> StateFolder.open(folder))
        .isInstanceOf(Refused.class)
        .hasMessageContaining(folder.toString())
        .hasMessageContaining("pid=" + holder.pid());
    assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isLessThan(Duration.ofSeconds(5));

    holder.getOutputStream().close();
    assertThat(holder.waitFor(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void takesAFolderWhoseHolderWasKilled() throws Exception {
    Process holder = holder();
    holder.destroyForcibly();

    try (StateFolder state = StateFolder.open(folder)) {
      assertThat(state.read()).isEmpty();
    }
  }

  @Test
  void refusesARunJsonThatItDidNotWrite() throws Exception {
    Files.writeString(folder.resolve("run.json"), "{\"version\": 1}");
    assertThatThrownBy(() -> StateFolder.peek(folder))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("run.json: cannot be read: it lacks inputs; restore it, or discard");

    Files.writeString(folder.resolve("run.json"), "{\"version\": 2}");
    assertThatThrownBy(() -> StateFolder.peek(folder)).hasMessageContaining("it has version 2");

    Files.writeString(folder.resolve("run.json"), "{");
    assertThatThrownBy(() -> StateFolder.peek(folder))
        .hasMessageContaining(
            "run.json: cannot be read: it is not JSON, or cut off: line=1, column=2; restore it");
  }

  @Test
  void refusesAFolderThatIsAFile() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "");

    assertThatThrownBy(() -> StateFolder.open(file.resolve("state")))
        .isInstanceOf(Refused.class)
        .hasMessageContaining(file + " is a file");
  }
}
