package io.tidemark.benchmarks.tidemark;

import io.tidemark.benchmarks.compare.Contender;
import io.tidemark.benchmarks.compare.Engine;
import io.tidemark.benchmarks.compare.Surroundings;
import java.util.List;

/**
 * Tidemark with a substream for each key: a persistent actor with a watermark of its own, which
 * counts by itself. All elements are in one partition, so that each key lives in one.
 */
public final class TidemarkSubstreams implements Contender {
  /** Made by the service loader. */
  public TidemarkSubstreams() {}

  @Override
  public String name() {
    return "substreams";
  }

  @Override
  public String settings() {
    return "Tidemark with a watermark and a persistent actor per key, which counts; one partition;"
        + " otherwise as tidemark";
  }

  @Override
  public List<String> jvmFlags() {
    return List.of();
  }

  @Override
  public Engine start(Surroundings surroundings) {
    return new TidemarkEngine(surroundings.directory(), true);
  }
}
