package io.tidemark.config.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is refused of {@code --node} before anything is started. */
class NodeOptionTest {
  private static final String SHARED =
      "journal { type = postgresql, url = \"jdbc:postgresql://127.0.0.1:1/x\", user = u }";

  @TempDir Path folder;

  private Invocation run(String settings, String node) throws IOException {
    String pipeline =
        RunFolder.COUNTS.replace("pipeline {", "pipeline { name = p\n" + settings + "\n");
    Path file = Files.writeString(folder.resolve("p.conf"), pipeline);
    Files.writeString(folder.resolve("a.csv"), "t\n2024-01-01T00:00:00Z\n");
    return Invocation.of("run", file.toString(), "--node", node);
  }

  private static void assertRefused(Invocation run, String... reasons) {
    assertThat(run.status()).isEqualTo(ExitStatus.REFUSED);
    assertThat(run.err()).contains(reasons);
  }

  @ParameterizedTest
  @CsvSource({
    "7411, not a node",
    "@host:7411, not a node",
    "a b@host:7411, not a node",
    "worker@host, not an address",
    "worker@host:0, not an address",
    "worker@:7411, not an address"
  })
  void anAddressThatIsNone(String node, String reason) throws IOException {
    assertRefused(run("", node), "--node " + node, reason, "allowed: ROLE@HOST:PORT");
  }

  @Test
  void aJournalThatNobodyElseReaches() throws IOException {
    assertRefused(run("", "worker@h:7411"), "this one is in a folder", "type = postgresql");
  }

  @Test
  void noSeedNodes() throws IOException {
    assertRefused(run(SHARED, "worker@h:7411"), "seed-nodes = [\"h:7411\"]");
  }

  @Test
  void settingsOfTheClusterThatAreWrongAreNamedWithTheirLines() throws IOException {
    assertRefused(
        run("cluster { seed-nodes = [\"a\"], tls { key = nowhere.pem } }", "worker@h:7411"),
        "p.conf:2",
        "pipeline.cluster.seed-nodes",
        "expected=HOST:PORT",
        "pipeline.cluster.tls.key",
        "no file that can be read",
        "pipeline.cluster.tls.certificate",
        "missing");
  }

  @Test
  void aDatabaseThatIsNotThere() throws IOException {
    String away = SHARED.replace("user = u", "user = u, patience = 0s");
    assertRefused(
        run(away + "\ncluster.seed-nodes = \"h:7411\"", "worker@h:7411"),
        "the journal of p",
        "cannot be used",
        "127.0.0.1:1");
    assertThat(folder.resolve(".tidemark")).doesNotExist();
  }
}
