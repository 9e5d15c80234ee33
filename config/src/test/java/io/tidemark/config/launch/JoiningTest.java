package io.tidemark.config.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.config.pipeline.PipelineFile;
import io.tidemark.config.refusal.Refused;
import io.tidemark.persistence.journal.PostgresSchema;
import io.tidemark.sharding.Membership;
import io.tidemark.sharding.NodeAddress;
import io.tidemark.testkit.PostgresServer;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a process is told that comes to a run which a node is at. */
class JoiningTest {
  private static PostgresServer database;

  @TempDir Path folder;
  private Path output = Path.of("");
  private PreparedRun first;

  @BeforeAll
  static void startDatabase() {
    database = PostgresServer.start("fsync = off");
  }

  @AfterAll
  static void stopDatabase() {
    if (database != null) {
      database.close();
    }
  }

  @BeforeEach
  void begin() throws Exception {
    Files.writeString(folder.resolve("a.csv"), "t\n2024-01-01T00:00:00Z\n");
    output = folder.resolve("out/counts.csv");
    PostgresSchema.init(Objects.requireNonNull(pipeline().journal().postgres()));
    first = PreparedRun.of(node(1, "a:1", "b:1"));
    assertThat(output).isEmptyFile();
    first.letOthersIn();
  }

  @AfterEach
  void end() throws Exception {
    first.close();
  }

  private PipelineFile pipeline() throws Exception {
    return PipelineFile.read(
        Files.writeString(
            folder.resolve("p.conf"),
            """
            pipeline {
              name = p
              journal { type = postgresql, url = "%s", user = %s }
              sources.in { paths = ["a.csv"], event-time { column = t } }
              streams.s { from = in, window { tumbling = 1h }, select = ["count() as n"] }
              sinks.out { from = s, path = "out/counts.csv" }
            }
            """
                .formatted(database.url(), PostgresServer.USER)));
  }

  private RunRequest alone(boolean fresh) throws Exception {
    return RunRequest.of(pipeline(), folder, folder.resolve("alone"), fresh);
  }

  private RunRequest node(int port, String... seeds) throws Exception {
    List<NodeAddress> addresses = List.of(seeds).stream().map(NodeAddress::parse).toList();
    NodeAddress self = new NodeAddress("127.0.0.1", port);
    return RunRequest.of(pipeline(), folder, folder.resolve("node-" + port), port == 1)
        .as(new NodeRequest(new Membership("worker", self, addresses), null));
  }

  private static void assertRefused(RunRequest request, String message) {
    assertThatThrownBy(
            () -> new Launch(request, OutputStream.nullOutputStream(), System.err, false).run())
        .isInstanceOf(Refused.class)
        .hasMessage(message);
  }

  @Test
  void thatItsOutputsAreNotThere() throws Exception {
    Files.delete(output);

    assertRefused(
        node(2, "b:1"),
        "sink/out: its output "
            + output
            + " is not there, though the run has begun; do all nodes see the same folder?");
  }

  @Test
  void thatTheRunIsInAnotherCluster() throws Exception {
    assertRefused(
        node(2, "c:1"),
        "the run of p: is under way in another cluster, whose seed nodes are a:1, b:1; name one of"
            + " these in cluster.seed-nodes");
  }

  @Test
  void whoElseIsThere() throws Exception {
    assertRefused(
        alone(false),
        "the run of p: is under way: p, node 127.0.0.1:1; end it, or take part in it with --node");
    assertRefused(
        alone(true),
        "the run of p: is under way: p, node 127.0.0.1:1; end it before it is discarded");
  }

  @Test
  void thatItsAddressIsTaken() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = taken.getLocalPort();

      assertRefused(
          node(port, "a:1"),
          "--node worker@127.0.0.1:"
              + port
              + ": cannot listen there: Address already in use; choose another port or end who has"
              + " it");
    }
  }

  @Test
  void thatItsAddressIsNoneOfThisHost() throws Exception {
    RunRequest elsewhere =
        node(2, "a:1")
            .as(
                new NodeRequest(
                    new Membership(
                        "worker",
                        NodeAddress.parse("192.0.2.1:7411"),
                        List.of(NodeAddress.parse("a:1"))),
                    null));

    assertRefused(
        elsewhere,
        "--node worker@192.0.2.1:7411: cannot listen there: Cannot assign requested address; name"
            + " an address of this host, at which the others reach it");
    assertThat(folder.resolve("node-2")).doesNotExist();
  }

  @Test
  void thatAFileCameInTheWay() throws Exception {
    Files.writeString(output, "precious");
    first.close();

    assertThatThrownBy(
            () ->
                new Launch(node(2, "a:1"), OutputStream.nullOutputStream(), System.err, false)
                    .run())
        .isInstanceOf(Refused.class)
        .hasMessageContaining("out/counts.csv: exists, and no run that this state knows of wrote");
    assertThat(output).hasContent("precious");
  }
}
