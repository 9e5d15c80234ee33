package io.tidemark.benchmarks.compare;

import io.tidemark.benchmarks.job.Shape;
import java.util.List;

/**
 * One engine in the comparison. Has a public constructor without arguments and is named in {@code
 * META-INF/services}; reading its name and settings starts nothing.
 *
 * <p>The harness starts a JVM, calls {@link #start}, runs a shorter job to warm up, and then
 * measures one call of {@link Engine#run}. What {@code start} does is not measured; everything from
 * handing in the job to its last durable result is, and belongs into {@code run}.
 */
public interface Contender {
  /** One lower-case word, by which {@code --contenders} selects it. */
  String name();

  /** Version, guarantee and every setting that is not the engine's own default, in one line. */
  String settings();

  /** Whether it has what the shape needs; most have all. */
  default boolean has(Shape shape) {
    return true;
  }

  /** Flags its JVM needs beyond those all get. */
  List<String> jvmFlags();

  /** Starts the engine; the caller closes it. */
  Engine start(Surroundings surroundings) throws Exception;
}
