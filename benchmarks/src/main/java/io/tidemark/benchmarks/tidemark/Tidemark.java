package io.tidemark.benchmarks.tidemark;

import io.tidemark.benchmarks.compare.Contender;
import io.tidemark.benchmarks.compare.Engine;
import io.tidemark.benchmarks.compare.Surroundings;
import java.util.List;

/** Tidemark on a one-node cluster, with the LevelDB journal and fsync on. */
public final class Tidemark implements Contender {
  /** Made by the service loader. */
  public Tidemark() {}

  @Override
  public String name() {
    return "tidemark";
  }

  @Override
  public String settings() {
    return "exactly once; one-node cluster, LevelDB journal, fsync on, 4 key groups, up to 8 batches of 4096 at once";
  }

  @Override
  public List<String> jvmFlags() {
    return List.of();
  }

  @Override
  public Engine start(Surroundings surroundings) {
    return new TidemarkEngine(surroundings.directory(), false);
  }
}
