package io.tidemark.config.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real processes with a real terminal, which they have to notice. */
@Timeout(120)
class TerminalIT {
  private static final String[] POLICY = {"policy", "", "--event-time", "at"};

  private final RunFolder folder;

  TerminalIT(@TempDir Path folder) {
    this.folder = new RunFolder(folder);
  }

  private String[] policy() throws Exception {
    String[] args = POLICY.clone();
    args[1] = folder.write("in.csv", RunFolder.rows(0, 2)).toString();
    return args;
  }

  private PseudoTerminal call(String rest, String... args) throws IOException {
    return PseudoTerminal.call(folder.path().resolve("seen"), rest, args);
  }

  @Test
  void aPolicyIsShownAsATable() throws Exception {
    String[] args = policy();
    try (PseudoTerminal terminal = call("", args)) {
      assertThat(terminal.ended()).as(terminal.seen()).isZero();

      String table = Invocation.onTerminal(args).out();
      assertThat(table).startsWith("seq  key  ");
      // A terminal begins each line at its left.
      assertThat(terminal.seen()).isEqualTo(table.replace("\n", "\r\n"));
    }
  }

  @Test
  void aPolicyThatGoesToAFileIsCsvWhoeverReadsTheRest() throws Exception {
    String[] args = policy();
    Path file = folder.path().resolve("verdicts.csv");
    try (PseudoTerminal terminal = call(" > '" + file + "'", args)) {
      assertThat(terminal.ended()).as(terminal.seen()).isZero();

      Invocation csv = Invocation.of(args);
      assertThat(terminal.seen()).isEqualTo(csv.err().replace("\n", "\r\n"));
      assertThat(file).hasContent(csv.out());
    }
  }

  @Test
  void aRunShowsItsProgressInOneLineUntilItIsInterrupted() throws Exception {
    folder.write("in.csv", RunFolder.rows(0, 2));
    String following = RunFolder.PIPELINE.replace("[\"in.csv\"]", "[\"in.csv\"], follow = on");
    Path pipeline = folder.write("p.conf", following);

    try (PseudoTerminal terminal = call("", "run", pipeline.toString())) {
      terminal.await("\r\u001b[?7l2 read, 0/s, 0 written | in ");
      terminal.await("\u001b[K\u001b[?7h\r\u001b[?7l2 read, ");
      terminal.interrupt();

      assertThat(terminal.ended()).as(terminal.seen()).isEqualTo(ExitStatus.INTERRUPTED);
      assertThat(terminal.seen()).contains("tidemark: stopping: ").contains("2 records read in ");
    }
    assertThat(Files.exists(folder.path().resolve("out/sums.csv"))).isTrue();
  }
}
