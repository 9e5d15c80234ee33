package io.tidemark.core.coordination;

import io.tidemark.core.message.EntityId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Who takes part in a pipeline and who waits for whom, from its description alone.
 *
 * @param partitions all source partitions, those of one source together
 * @param stages groups of receivers that share what is upstream of them
 */
public record Topology(List<EntityId.Partition> partitions, List<Stage> stages) {
  /**
   * Receivers with the same upstream members.
   *
   * @param receivers key groups of one computation, or one sink
   * @param upstream whose progress they wait for: never empty
   */
  public record Stage(List<EntityId.Member> receivers, List<EntityId.Member> upstream) {
    /** Copies both lists. */
    public Stage {
      receivers = List.copyOf(receivers);
      upstream = List.copyOf(upstream);
      if (upstream.isEmpty()) {
        throw new IllegalArgumentException("nothing is upstream of " + receivers);
      }
    }
  }

  /** Copies both lists. */
  public Topology {
    partitions = List.copyOf(partitions);
    stages = List.copyOf(stages);
    Set<EntityId.Member> known = new HashSet<>(partitions);
    stages.forEach(stage -> known.addAll(stage.receivers));
    for (Stage stage : stages) {
      if (!known.containsAll(stage.upstream)) {
        throw new IllegalArgumentException("upstream of " + stage.receivers + " is no member");
      }
    }
  }

  /** The partitions of each source, which read at about one pace: each hears of all of them. */
  public List<Stage> aligned() {
    Map<String, List<EntityId.Member>> bySource = new LinkedHashMap<>();
    for (EntityId.Partition partition : partitions) {
      bySource.computeIfAbsent(partition.source(), s -> new ArrayList<>()).add(partition);
    }
    List<Stage> groups = new ArrayList<>();
    bySource.values().forEach(same -> groups.add(new Stage(same, same)));
    return groups;
  }

  /** All members, partitions first. */
  public List<EntityId.Member> members() {
    List<EntityId.Member> members = new ArrayList<>(partitions);
    stages.forEach(stage -> members.addAll(stage.receivers));
    return members;
  }
}
