package io.tidemark.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class RendezvousTest {
  private static List<String> names(String prefix, int count) {
    return IntStream.range(0, count).mapToObj(i -> prefix + i).toList();
  }

  @Property
  void givesNoNodeMoreThanItsShare(
      @ForAll @IntRange(min = 1, max = 60) int shards,
      @ForAll @IntRange(min = 1, max = 9) int nodes) {
    Map<String, String> placed = Rendezvous.place(names("s", shards), names("n", nodes));
    assertThat(placed).hasSize(shards);
    Map<String, Long> loads =
        placed.values().stream().collect(Collectors.groupingBy(n -> n, Collectors.counting()));
    assertThat(loads.values()).allMatch(load -> load <= (shards + nodes - 1) / nodes);
  }

  @Property
  void dependsOnTheSetsAloneNotOnTheirOrder(@ForAll long seed) {
    List<String> shards = new ArrayList<>(names("s", 20));
    List<String> nodes = new ArrayList<>(names("n", 4));
    Map<String, String> placed = Rendezvous.place(shards, nodes);
    Collections.shuffle(shards, new Random(seed));
    Collections.shuffle(nodes, new Random(seed));
    assertThat(Rendezvous.place(shards, nodes)).isEqualTo(placed);
  }

  @Test
  void placesNothingWhereThereIsNoNode() {
    assertThat(Rendezvous.place(names("s", 3), Set.of())).isEmpty();
  }

  @Test
  void movesFewWhenANodeComes() {
    List<String> shards = names("partition/orders/", 36);
    int moved = 0;
    for (int cluster = 0; cluster < 20; cluster++) {
      List<String> nodes = names("pekko://t@10.0." + cluster + ".1:", 4);
      Map<String, String> three = Rendezvous.place(shards, nodes.subList(0, 3));
      Map<String, String> four = Rendezvous.place(shards, nodes);
      for (String shard : shards) {
        moved += Objects.equals(three.get(shard), four.get(shard)) ? 0 : 1;
      }
    }
    // A quarter must move; the bound on each node's share moves some more.
    assertThat(moved / 20.0).isBetween(9.0, 18.0);
  }
}
