package io.tidemark.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The simulation notices each rule of the protocol that does not hold. */
class PlantedBugTest {
  private static final long SEEDS = Long.getLong("tidemark.planted-seeds", 300L);

  static List<PlantedBug> all() {
    return PlantedBug.ALL;
  }

  @ParameterizedTest
  @MethodSource("all")
  void isCaught(PlantedBug bug) {
    for (long seed = 1; seed <= SEEDS; seed++) {
      try {
        Checked.run(seed, Faults.MANY, 3_000, bug.sabotage());
      } catch (AssertionError e) {
        String message = String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
        System.out.printf(
            "| %d | %s | %d | %s |%n",
            bug.rule(), bug.what(), seed, message.substring(0, Math.min(90, message.length())));
        return;
      }
    }
    assertThat(bug).as("caught within " + SEEDS + " seeds").isNull();
  }
}
