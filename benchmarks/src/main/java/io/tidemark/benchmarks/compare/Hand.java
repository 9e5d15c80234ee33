package io.tidemark.benchmarks.compare;

import java.util.List;

/** The {@link HandLoop} as a contender: every comparison has it, its result is the expected one. */
public final class Hand implements Contender {
  static final String NAME = "hand";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String settings() {
    return "one loop in one thread over java.util.HashMap, no engine, nothing durable";
  }

  @Override
  public List<String> jvmFlags() {
    return List.of();
  }

  @Override
  public Engine start(Surroundings surroundings) {
    return new HandLoop();
  }
}
