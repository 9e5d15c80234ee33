package io.tidemark.sharding;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which node each shard belongs on: a pure function of the set of shards and the set of nodes, so
 * that everyone who knows both agrees without speaking, and shards of one name in two types land
 * together.
 *
 * <p>Shards take their turn in the order of their names; each goes to the node that scores highest
 * for it (rendezvous hashing: Thaler and Ravishankar, 1998) among those that have room. A node has
 * room for ⌈shards/nodes⌉: without that bound twelve shards on three nodes may lie 6, 4, 2. The
 * bound costs some of rendezvous hashing's thrift: when a node comes or goes, shards move that need
 * not.
 *
 * <p>Cost: shards × nodes.
 */
final class Rendezvous {
  private Rendezvous() {}

  /** The node of each shard; empty where there is no node. */
  static Map<String, String> place(Collection<String> shards, Collection<String> nodes) {
    Map<String, String> placed = new TreeMap<>();
    List<String> names = new ArrayList<>(new TreeSet<>(nodes));
    if (names.isEmpty()) {
      return placed;
    }
    TreeSet<String> sorted = new TreeSet<>(shards);
    int room = (sorted.size() + names.size() - 1) / names.size();
    Map<String, Integer> taken = new HashMap<>();
    for (String shard : sorted) {
      String best = null;
      long bestScore = 0;
      for (String node : names) {
        long score = score(shard, node);
        if (taken.getOrDefault(node, 0) < room
            && (best == null || Long.compareUnsigned(score, bestScore) > 0)) {
          best = node;
          bestScore = score;
        }
      }
      if (best == null) {
        throw new AssertionError("no room for " + shard + " on " + names);
      }
      taken.merge(best, 1, Integer::sum);
      placed.put(shard, best);
    }
    return placed;
  }

  /** FNV-1a over both names, then the finalizer of MurmurHash3: every bit depends on every byte. */
  private static long score(String shard, String node) {
    long hash = 0xcbf29ce484222325L;
    for (byte b : (shard + '\u001f' + node).getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (b & 0xff)) * 0x100000001b3L;
    }
    hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
    hash = (hash ^ (hash >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return hash ^ (hash >>> 33);
  }
}
