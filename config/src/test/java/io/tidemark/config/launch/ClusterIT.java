package io.tidemark.config.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.config.JavaProcess;
import io.tidemark.testkit.PostgresServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command as nodes of a cluster: real processes, a real database, real signals. */
@Tag("long")
class ClusterIT {
  private static PostgresServer database;

  @TempDir Path folder;

  private final List<Process> processes = new ArrayList<>();
  private List<String> addresses = List.of();

  @BeforeAll
  static void startDatabase() {
    database = PostgresServer.start();
  }

  @AfterAll
  static void stopDatabase() {
    Optional.ofNullable(database).ifPresent(PostgresServer::close);
  }

  @AfterEach
  void stop() {
    processes.forEach(Process::destroyForcibly);
  }

  private Path pipeline(String name, int rate, String settings) throws IOException {
    return Files.writeString(
        folder.resolve(name + ".conf"),
        """
        pipeline {
          name = %s, key-groups = 2, batch-size = 100
          %s
          sources.keyed { paths = ["part*.csv"], columns { value = long }, max-rate = %d
            partitions = 2, partition-by = [device]
            event-time { column = at, format = epoch-millis }
            arrival-time { column = received, format = epoch-millis }
            time { late = 10s, on-late = drop, out-of-order = 2s, substreams = [device] } }
          streams.keys { from = keyed, key-by = [device], window { tumbling = 5s }
            select = ["count() as n", "sum(value) as total"] }
          streams.values { from = keyed, key-by = [value], window { tumbling = 1m }
            select = ["count() as n"] }
          sinks.keys { from = keys, path = "keys.csv" }
          sinks.values { from = values, path = "values.csv" }
          sinks.rejected { from = keyed.diagnostics, path = "rejected.csv" }
        }
        """
            .formatted(name, settings, rate));
  }

  private Path shared(String name, int rate) throws IOException {
    addresses = IntStream.range(0, 3).mapToObj(i -> "127.0.0.1:" + freePort()).toList();
    String seeds = addresses.stream().map(a -> '"' + a + '"').collect(Collectors.joining(", "));
    return pipeline(
        name,
        rate,
        "journal { type = postgresql, url = \"%s\", user = %s }\n  cluster.seed-nodes = [%s]"
            .formatted(database.url(), PostgresServer.USER, seeds));
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Process command(String log, String... arguments) throws IOException {
    ProcessBuilder builder = JavaProcess.of("io.tidemark.config.Main", arguments);
    // A busy machine must not take living nodes for dead.
    builder
        .environment()
        .put("JAVA_TOOL_OPTIONS", "-Dpekko.cluster.failure-detector.acceptable-heartbeat-pause=8s");
    Process process =
        builder
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(JavaProcess.log(folder, log).toFile()))
            .start();
    processes.add(process);
    return process;
  }

  private Process node(Path pipeline, int number, String... options) throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "run",
                pipeline.toString(),
                "--out",
                folder.resolve("shared").toString(),
                "--node",
                "worker@" + addresses.get(number)));
    arguments.addAll(List.of(options));
    return command("node" + number, arguments.toArray(String[]::new));
  }

  private String said() {
    return IntStream.range(0, 3)
        .mapToObj(i -> "node " + i + ":\n" + JavaProcess.said(folder, "node" + i))
        .collect(Collectors.joining("\n"));
  }

  private void assertEnds(Process process, int status) throws InterruptedException {
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).as(said()).isTrue();
    assertThat(process.exitValue()).as(said()).isEqualTo(status);
  }

  private void awaitOutput(long bytes) throws Exception {
    Path output = folder.resolve("shared/keys.csv");
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(90);
    while (!Files.exists(output) || Files.size(output) < bytes) {
      assertThat(System.nanoTime()).as(said()).isLessThan(end);
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }

  private void awaitJoined(int number) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(90);
    while (!JavaProcess.said(folder, "node" + number).contains("in the cluster, of which")) {
      assertThat(System.nanoTime()).as(said()).isLessThan(end);
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }

  @Test
  void writesWhatOneProcessDoesThoughOneNodeIsKilledAndOneLeaves() throws Exception {
    DisorderedFiles.write(folder, 5, 30_000, 30_000);
    Path alone = pipeline("alone", 1_000_000, "journal.fsync = off");
    Path out = folder.resolve("alone");
    assertEnds(command("alone", "run", alone.toString(), "--out", out.toString()), 0);
    Path shared = shared("three", 400);
    assertEnds(command("node0", "journal", "init", shared.toString()), 0);

    Process first = node(shared, 0);
    awaitOutput(1);
    Process second = node(shared, 1);
    Process third = node(shared, 2);
    awaitJoined(1);
    awaitJoined(2);
    awaitOutput(Files.size(folder.resolve("shared/keys.csv")) + 5_000);
    first.destroyForcibly().waitFor(); // Where the coordinators are.
    awaitOutput(Files.size(folder.resolve("shared/keys.csv")) + 5_000);
    first = node(shared, 0);
    awaitOutput(Files.size(folder.resolve("shared/keys.csv")) + 5_000);
    second.destroy();
    assertEnds(second, 0);
    assertThat(JavaProcess.said(folder, "node1")).contains("left the cluster");
    assertEnds(third, 0);
    assertEnds(first, 0);

    for (String output : List.of("keys.csv", "values.csv", "rejected.csv")) {
      assertThat(folder.resolve("shared").resolve(output))
          .as(output)
          .hasSameBinaryContentAs(out.resolve(output));
    }
    // One that comes when everything is done finds nothing to do.
    assertEnds(node(shared, 1), 0);
    assertThat(JavaProcess.said(folder, "node1")).contains("nothing to do");
    Process replay =
        command(
            "replay", "replay", shared.toString(), "--out", folder.resolve("shared").toString());
    assertThat(replay.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(JavaProcess.said(folder, "replay")).contains("identical");
  }

  @Test
  void refusesWhatIsUnderWayAndWhatIsAnotherRun() throws Exception {
    DisorderedFiles.write(folder, 6, 10_000);
    Path shared = shared("refusals", 100);
    assertEnds(command("node0", "journal", "init", shared.toString()), 0);
    Process first = node(shared, 0);
    awaitOutput(1);

    assertEnds(node(shared, 1, "--fresh"), 2);
    assertThat(JavaProcess.said(folder, "node1"))
        .contains("the run of refusals: is under way")
        .contains("node " + addresses.get(0))
        .contains("end it before it is discarded");
    Process alone =
        command("alone", "run", shared.toString(), "--out", folder.resolve("o").toString());
    assertEnds(alone, 2);
    assertThat(JavaProcess.said(folder, "alone")).contains("take part in it with --node");
    Files.writeString(shared, Files.readString(shared).replace("tumbling = 5s", "tumbling = 6s"));
    assertEnds(node(shared, 2), 2);
    assertThat(JavaProcess.said(folder, "node2"))
        .contains("pipeline.streams.keys.window.tumbling was 5s and is 6s");
    first.destroy();
    assertEnds(first, 0);
    assertThat(JavaProcess.said(folder, "node0")).contains("stopped; the same command goes on");
  }
}
