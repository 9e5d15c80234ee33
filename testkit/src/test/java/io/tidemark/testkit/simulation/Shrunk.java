package io.tidemark.testkit.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The least of a schedule with which a seed still fails: only the faults it needs, for as short a
 * time as it needs them.
 *
 * @param failure why it fails then, which may be another reason than at first
 */
record Shrunk(long seed, Faults faults, long calmAfter, AssertionError failure) {
  private static final int KINDS = 6;

  /** Shrinks a seed that fails. */
  static Shrunk of(Shrunk failing, Supplier<Sabotage> sabotage) {
    Shrunk least = failing;
    for (int kind = 0; kind < KINDS; kind++) {
      least =
          tried(least.seed, without(least.faults, kind), least.calmAfter, sabotage).orElse(least);
    }
    long passes = -1;
    while (least.calmAfter - passes > 1) {
      long calmAfter = passes + (least.calmAfter - passes) / 2;
      Optional<Shrunk> shorter = tried(least.seed, least.faults, calmAfter, sabotage);
      if (shorter.isEmpty()) {
        passes = calmAfter;
      }
      least = shorter.orElse(least);
    }
    return least;
  }

  private static Optional<Shrunk> tried(
      long seed, Faults faults, long calmAfter, Supplier<Sabotage> sabotage) {
    try {
      Checked.run(seed, faults, calmAfter, sabotage.get());
      return Optional.empty();
    } catch (AssertionError e) {
      return Optional.of(new Shrunk(seed, faults, calmAfter, e));
    }
  }

  private static Faults without(Faults faults, int kind) {
    List<Integer> all =
        new ArrayList<>(
            List.of(
                faults.crash(),
                faults.linger(),
                faults.loss(),
                faults.duplicate(),
                faults.failedWrite(),
                faults.move()));
    all.set(kind, 0);
    return new Faults(all.get(0), all.get(1), all.get(2), all.get(3), all.get(4), all.get(5));
  }

  @Override
  public String toString() {
    return "with "
        + faults
        + " until step "
        + calmAfter
        + ": "
        + failure.getMessage()
        + "\nagain: -Dtidemark.seed="
        + seed
        + " -Dtidemark.seeds=1, every step with -Dtidemark.trace=true";
  }
}
