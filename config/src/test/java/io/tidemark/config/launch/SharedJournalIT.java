package io.tidemark.config.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.tidemark.config.pipeline.PipelineFile;
import io.tidemark.core.pipeline.PayloadCodecs;
import io.tidemark.core.pipeline.Plan;
import io.tidemark.persistence.journal.Journal;
import io.tidemark.persistence.journal.JournalSettings;
import io.tidemark.persistence.journal.JournalSetup;
import io.tidemark.runtime.Outcome;
import io.tidemark.runtime.PipelineRuntime;
import io.tidemark.runtime.RunningPipeline;
import io.tidemark.runtime.clock.SystemClock;
import io.tidemark.runtime.entity.RuntimeSettings;
import io.tidemark.runtime.telemetry.Counter;
import io.tidemark.sharding.ClusterNode;
import io.tidemark.sharding.ClusterPlacement;
import io.tidemark.sharding.Membership;
import io.tidemark.sharding.NodeAddress;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.pekko.actor.Address;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.apache.pekko.cluster.Cluster;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nodes of a cluster in one JVM, which share its journal: everything between them goes over the
 * wire.
 */
class SharedJournalIT {
  private static final List<String> OUTPUTS =
      List.of("groups.csv", "keys.csv", "values.csv", "again.csv", "rejected.csv");

  @TempDir Path folder;

  private final List<Node> nodes = new ArrayList<>();

  private record Node(ClusterNode system, RunningPipeline pipeline, RunWatch watch) {}

  @AfterEach
  void stop() {
    nodes.forEach(node -> node.system.close());
  }

  private Path pipeline(String name, int rate) throws Exception {
    return Files.writeString(
        folder.resolve(name + ".conf"),
        """
        pipeline {
          name = %1$s, key-groups = 3, batch-size = 100, journal.fsync = off
          sources.apart { paths = ["part*.csv"], columns { value = long }, max-rate = %2$d
            event-time { column = at, format = epoch-millis }
            arrival-time { column = received, format = epoch-millis }
            time { late = 10s, out-of-order = 2s, on-out-of-order = drop } }
          sources.keyed { paths = ["part*.csv"], columns { value = long }, max-rate = %2$d
            partitions = 2, partition-by = [device]
            event-time { column = at, format = epoch-millis }
            arrival-time { column = received, format = epoch-millis }
            time { late = 10s, out-of-order = 2s, substreams = [device] } }
          streams.groups { from = apart, key-by = [device], window { tumbling = 5s }
            select = ["count() as n", "sum(value) as total"] }
          streams.keys { from = keyed, key-by = [device], window { tumbling = 5s }
            select = ["count() as n", "sum(value) as total"] }
          streams.values { from = keyed, key-by = [value], window { tumbling = 1m }
            select = ["count() as n"] }
          streams.again { from = keys, key-by = [n], window { tumbling = 1m }
            select = ["count() as windows", "sum(total) as total"] }
          sinks.groups { from = groups, path = "%1$s/groups.csv" }
          sinks.keys { from = keys, path = "%1$s/keys.csv" }
          sinks.values { from = values, path = "%1$s/values.csv" }
          sinks.again { from = again, path = "%1$s/again.csv" }
          sinks.rejected { from = apart.diagnostics, path = "%1$s/rejected.csv" }
        }
        """
            .formatted(name, rate));
  }

  private void join(Path file, Journal journal) throws Exception {
    join(file, journal, "worker", null);
  }

  private void join(Path file, Journal journal, String role, @Nullable String entitiesOn)
      throws Exception {
    NodeAddress self = new NodeAddress("127.0.0.1", freePort());
    NodeAddress seed = nodes.isEmpty() ? self : address(nodes.get(0));
    Membership membership = new Membership(role, self, List.of(seed), entitiesOn);
    Config settings =
        ConfigFactory.parseMap(membership.settings())
            .withFallback(ConfigFactory.parseResources(ClusterNode.CLUSTER));
    ClusterNode node =
        ClusterNode.among(
            "tidemark", ConfigFactory.load(settings), membership, new JournalSetup(journal));
    node.awaitUp(Duration.ofSeconds(30));
    PipelineFile pipeline = PipelineFile.read(file);
    Plan plan =
        new Plan(
            new DescribedByFile(pipeline, folder).find().pipeline(OutputStream.nullOutputStream()));
    RunWatch watch = RunWatch.of(plan);
    RunningPipeline running =
        PipelineRuntime.start(
            node.system(),
            pipeline.name(),
            new RunEntities(plan, watch),
            ClusterPlacement.of(plan.topology().members(), new PayloadCodecs(plan)::between),
            RuntimeSettings.defaults().withPlugins("tidemark.journal", "tidemark.snapshot-store"),
            new SystemClock());
    nodes.add(new Node(node, running, watch));
  }

  private static NodeAddress address(Node node) {
    Address address = Cluster.get(Adapter.toClassic(node.system.system())).selfAddress();
    return new NodeAddress(address.getHost().orElseThrow(), address.getPort().orElseThrow());
  }

  private static int freePort() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static void pause(int seconds) {
    LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(seconds));
  }

  private Outcome outcome(Node node) throws Exception {
    return node.pipeline.outcome().toCompletableFuture().get(120, TimeUnit.SECONDS);
  }

  private void writeAlone() throws Exception {
    DisorderedFiles.write(folder, 3, 12_000, 9_000);
    Path alone = pipeline("alone", 1_000_000);
    assertThat(
            new Launch(
                    RunRequest.of(PipelineFile.read(alone), folder, folder.resolve("s"), false),
                    OutputStream.nullOutputStream(),
                    System.err,
                    false)
                .run()
                .ending())
        .isEqualTo(Ending.COMPLETE);
  }

  /** Every node has entities; a rate makes the run last longer than that takes. */
  private void awaitResidents() throws Exception {
    while (nodes.stream().anyMatch(node -> node.pipeline.status().residents().isEmpty())) {
      assertThat(nodes).noneMatch(node -> node.pipeline.outcome().toCompletableFuture().isDone());
      pause(1);
    }
  }

  @Test
  void onlyNodesOfTheRoleForEntitiesHaveSome() throws Exception {
    writeAlone();
    Path file = pipeline("roles", 4_000);
    try (Journal journal = Journal.open(folder.resolve("j"), JournalSettings.defaults())) {
      join(file, journal, "seed", "worker");
      join(file, journal, "worker", "worker");
      join(file, journal, "worker", "worker");
      pause(3);
      assertThat(nodes.get(0).pipeline.status().residents()).isEmpty();
      nodes.remove(1).system.close();
      assertThat(outcome(nodes.get(0))).isEqualTo(new Outcome.Completed());
      assertThat(nodes.get(0).watch.recordsRead()).isZero();
      nodes.forEach(node -> node.system.close());
    }
    for (String output : OUTPUTS) {
      assertThat(folder.resolve("roles").resolve(output))
          .as(output)
          .hasSameBinaryContentAs(folder.resolve("alone").resolve(output));
    }
  }

  @Test
  void nodesThatComeAndLeaveWriteWhatOneAloneDoes() throws Exception {
    writeAlone();
    Path file = pipeline("three", 1_000);
    try (Journal journal = Journal.open(folder.resolve("j"), JournalSettings.defaults())) {
      join(file, journal);
      join(file, journal);
      awaitResidents();
      join(file, journal);
      awaitResidents();
      nodes.get(1).system.close();
      assertThat(outcome(nodes.get(1))).isEqualTo(new Outcome.Stopped());
      pause(2);
      nodes.get(2).system.close();
      assertThat(outcome(nodes.get(0))).isEqualTo(new Outcome.Completed());
      assertThat(nodes.get(0).pipeline.status().counts()).containsEntry(Counter.MISDELIVERED, 0L);
      nodes.forEach(node -> node.system.close());
    }
    for (String output : OUTPUTS) {
      assertThat(folder.resolve("three").resolve(output))
          .as(output)
          .hasSameBinaryContentAs(folder.resolve("alone").resolve(output));
    }
  }
}
