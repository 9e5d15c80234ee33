package io.tidemark.benchmarks.jet;

import io.tidemark.benchmarks.compare.Contender;
import io.tidemark.benchmarks.compare.Engine;
import io.tidemark.benchmarks.compare.Surroundings;
import io.tidemark.benchmarks.job.Shape;
import java.util.List;

/** Hazelcast Jet as a contender: one member in the JVM, the pipeline API, exactly once. */
public final class Jet implements Contender {
  @Override
  public String name() {
    return "jet";
  }

  @Override
  public String settings() {
    return "Hazelcast Jet 5.5.0, one member, 2 cooperative threads, exactly once, snapshot every"
        + " 1 s into its own memory, elements by reference, results committed in two phases";
  }

  @Override
  public boolean has(Shape shape) {
    return shape != Shape.TIMERS;
  }

  @Override
  public List<String> jvmFlags() {
    // Those its manual asks for on Java 9 and later.
    return List.of(
        "--add-modules=java.se",
        "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
        "--add-opens=java.base/java.lang=ALL-UNNAMED",
        "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
        "--add-opens=java.management/sun.management=ALL-UNNAMED",
        "--add-opens=jdk.management/com.sun.management.internal=ALL-UNNAMED",
        "-Dhazelcast.logging.type=slf4j");
  }

  @Override
  public Engine start(Surroundings surroundings) {
    return new JetMember(surroundings);
  }
}
