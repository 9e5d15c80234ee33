package io.tidemark.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The nodes of a cluster as processes, and who keeps them running: a node that ends otherwise than
 * with status 0 is started again after a second, as a service manager would, unless it is to stay
 * away. Not thread-safe.
 */
final class Fleet implements AutoCloseable {
  private static final Duration RESTART_AFTER = Duration.ofSeconds(1);

  private final Network network;
  private final Path pipeline;
  private final Path folder;
  private final Map<Integer, Node> nodes = new TreeMap<>();
  private int restarts;

  /** One node: its process, and when it is to be started again. */
  private static final class Node {
    private Process process;
    private long endedNanos;
    private boolean wanted = true;
    private boolean done;

    Node(Process process) {
      this.process = process;
    }
  }

  Fleet(Network network, Path pipeline, Path folder) {
    this.network = network;
    this.pipeline = pipeline;
    this.folder = folder;
  }

  Path output() {
    return folder.resolve("out");
  }

  /** Starts a node, or one that was stopped. */
  void start(int number, String... options) throws IOException {
    List<String> command = new ArrayList<>(List.of(network.inside(number)));
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xmx512m",
            "-cp",
            System.getProperty("java.class.path"),
            "io.tidemark.config.Main",
            "run",
            pipeline.toString(),
            "--out",
            output().toString(),
            "--state",
            folder.resolve("state" + number).toString(),
            "--node",
            "worker@" + network.address(number)));
    command.addAll(List.of(options));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(
                ProcessBuilder.Redirect.appendTo(folder.resolve("node" + number + ".log").toFile()))
            .start();
    nodes.put(number, new Node(process));
  }

  /** Waits until the node has begun a run: others take part in it. */
  void awaitRunning(int number) throws IOException, InterruptedException {
    Path state = folder.resolve("state" + number).resolve("run.json");
    while (!Files.exists(state) || !Files.readString(state).contains("\"running\"")) {
      if (!process(number).isAlive()) {
        throw new IOException("the first node did not begin a run: " + lastWords());
      }
      Shell.pause(Duration.ofMillis(50));
    }
  }

  /** Starts what has ended and is wanted. */
  void keepRunning() throws IOException {
    for (Map.Entry<Integer, Node> entry : List.copyOf(nodes.entrySet())) {
      Node node = entry.getValue();
      if (node.process.isAlive() || node.done || !node.wanted) {
        continue;
      }
      if (node.process.exitValue() == 0) {
        node.done = true;
      } else if (node.endedNanos == 0) {
        node.endedNanos = System.nanoTime();
      } else if (System.nanoTime() - node.endedNanos >= RESTART_AFTER.toNanos()) {
        restarts++;
        start(entry.getKey());
      }
    }
  }

  /** Numbers of the nodes whose processes are alive. */
  List<Integer> alive() {
    return nodes.entrySet().stream()
        .filter(node -> node.getValue().process.isAlive())
        .map(Map.Entry::getKey)
        .toList();
  }

  /** The oldest living node: where the coordinators are. */
  int oldest() {
    return nodes.entrySet().stream()
        .filter(node -> node.getValue().process.isAlive())
        .min((a, b) -> started(a.getValue()).compareTo(started(b.getValue())))
        .map(Map.Entry::getKey)
        .orElseThrow();
  }

  private static Duration started(Node node) {
    return Duration.ofMillis(
        node.process.info().startInstant().map(java.time.Instant::toEpochMilli).orElse(0L));
  }

  /** Sends a signal, such as {@code KILL}. */
  void signal(int number, String signal) throws IOException, InterruptedException {
    Process process = process(number);
    Shell.succeeds("kill", "-" + signal, Long.toString(process.pid()));
  }

  /** Lets a node leave, waits for it, and keeps it away. */
  int leave(int number) throws IOException, InterruptedException {
    Node node = node(number);
    node.wanted = false;
    signal(number, "TERM");
    return node.process.waitFor();
  }

  private Node node(int number) {
    Node node = nodes.get(number);
    if (node == null) {
      throw new IllegalStateException("no node has the number " + number);
    }
    return node;
  }

  private Process process(int number) {
    return node(number).process;
  }

  /** How often a node that had ended was started again. */
  int restarts() {
    return restarts;
  }

  /** Whether every node that is wanted has ended with status 0. */
  boolean isDone() {
    return nodes.values().stream().allMatch(node -> node.done || !node.wanted);
  }

  /** Whether some node has ended with status 0 that was not asked to leave. */
  boolean isAnyDone() {
    return nodes.values().stream().anyMatch(node -> node.done);
  }

  /** The last words of every node. */
  String lastWords() throws IOException {
    StringBuilder words = new StringBuilder();
    for (int number : nodes.keySet()) {
      List<String> lines = Files.readAllLines(folder.resolve("node" + number + ".log"));
      words.append("node ").append(number).append(":\n");
      lines
          .subList(Math.max(0, lines.size() - 8), lines.size())
          .forEach(line -> words.append("  ").append(line).append('\n'));
    }
    return words.toString();
  }

  @Override
  public void close() {
    nodes.values().forEach(node -> node.process.destroyForcibly());
    nodes.values().forEach(node -> node.process.onExit().join());
  }
}
