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
 * @param together sources that keep one pace; one that is in none of these keeps its own
 */
public record Topology(
    List<EntityId.Partition> partitions, List<Stage> stages, List<Set<String>> together) {
  /** Each source keeps its own pace. */
  public Topology(List<EntityId.Partition> partitions, List<Stage> stages) {
    this(partitions, stages, List.of());
  }

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
    together = List.copyOf(together);
    Set<EntityId.Member> known = new HashSet<>(partitions);
    stages.forEach(stage -> known.addAll(stage.receivers));
    for (Stage stage : stages) {
      if (!known.containsAll(stage.upstream)) {
        throw new IllegalArgumentException("upstream of " + stage.receivers + " is no member");
      }
    }
  }

  /** Partitions that read at about one pace, as those of a source: each hears of all of them. */
  public List<Stage> aligned() {
    Map<Object, List<EntityId.Member>> bySource = new LinkedHashMap<>();
    for (EntityId.Partition partition : partitions) {
      bySource.computeIfAbsent(pace(partition.source()), s -> new ArrayList<>()).add(partition);
    }
    List<Stage> groups = new ArrayList<>();
    bySource.values().forEach(same -> groups.add(new Stage(same, same)));
    return groups;
  }

  private Object pace(String source) {
    for (Set<String> sources : together) {
      if (sources.contains(source)) {
        return sources;
      }
    }
    return source;
  }

  /** All members, partitions first. */
  public List<EntityId.Member> members() {
    List<EntityId.Member> members = new ArrayList<>(partitions);
    stages.forEach(stage -> members.addAll(stage.receivers));
    return members;
  }
}
