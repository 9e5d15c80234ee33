package io.tidemark.chaos;

import java.io.IOException;

/**
 * Where nodes listen, and how they are cut off from each other: each in a network namespace of its
 * own on one bridge, which needs root; otherwise all on loopback, and nothing can be cut.
 *
 * <p>What a node must not reach goes into a black hole of its routes: packets are lost without a
 * word, in one direction. The database is on the bridge and stays within reach.
 */
final class Network implements AutoCloseable {
  private static final String NET = "10.77.0.";
  private static final String BRIDGE = "tmchaos";
  private static final int HOST = 254;
  private static final int FIRST_PORT = 7500;

  private final int nodes;
  private final boolean apart;

  private Network(int nodes, boolean apart) {
    this.nodes = nodes;
    this.apart = apart;
  }

  static Network of(int nodes) throws IOException, InterruptedException {
    boolean root = System.getProperty("user.name").equals("root");
    if (root) {
      new Network(nodes, true).close(); // What an earlier one left that was killed.
    }
    boolean apart = root && Shell.succeeds("ip", "link", "add", BRIDGE, "type", "bridge");
    Network network = new Network(nodes, apart);
    if (apart) {
      try {
        network.build();
      } catch (IOException e) {
        network.close();
        throw e;
      }
    }
    return network;
  }

  private void build() throws IOException, InterruptedException {
    ip("addr", "add", NET + HOST + "/24", "dev", BRIDGE);
    ip("link", "set", BRIDGE, "up");
    for (int node = 1; node <= nodes; node++) {
      String space = space(node);
      ip("netns", "add", space);
      ip("link", "add", space, "type", "veth", "peer", "name", "eth0", "netns", space);
      ip("link", "set", space, "master", BRIDGE);
      ip("link", "set", space, "up");
      ip("-n", space, "addr", "add", NET + node + "/24", "dev", "eth0");
      ip("-n", space, "link", "set", "eth0", "up");
      ip("-n", space, "link", "set", "lo", "up");
    }
  }

  private static void ip(String... arguments) throws IOException, InterruptedException {
    String[] command = new String[arguments.length + 1];
    command[0] = "ip";
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    Shell.run(command);
  }

  private static String space(int node) {
    return BRIDGE + node;
  }

  /** Whether nodes can be cut off from each other. */
  boolean canCut() {
    return apart;
  }

  /** Where the host, and so the database, is seen from a node. */
  String host() {
    return apart ? NET + HOST : "127.0.0.1";
  }

  /** {@code HOST:PORT} of a node. */
  String address(int node) {
    return apart ? NET + node + ":" + FIRST_PORT : "127.0.0.1:" + (FIRST_PORT + node);
  }

  /** What puts a command into the place of a node. */
  String[] inside(int node) {
    return apart ? new String[] {"ip", "netns", "exec", space(node)} : new String[0];
  }

  /** What one node sends to the other is lost from here on. */
  void lose(int from, int to) throws IOException, InterruptedException {
    ip("-n", space(from), "route", "add", "blackhole", NET + to + "/32");
  }

  /** Everything arrives again. */
  void heal() {
    for (int from = 1; apart && from <= nodes; from++) {
      for (int to = 1; to <= nodes; to++) {
        Shell.succeeds("ip", "-n", space(from), "route", "del", "blackhole", NET + to + "/32");
      }
    }
  }

  @Override
  public void close() {
    if (apart) {
      for (int node = 1; node <= nodes; node++) {
        Shell.succeeds("ip", "netns", "del", space(node));
        Shell.succeeds("ip", "link", "del", space(node));
      }
      Shell.succeeds("ip", "link", "del", BRIDGE);
    }
  }
}
