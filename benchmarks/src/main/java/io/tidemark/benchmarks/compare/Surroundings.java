package io.tidemark.benchmarks.compare;

import java.nio.file.Path;
import java.time.Duration;

/**
 * What an engine is given.
 *
 * @param directory empty, on a real disk, for whatever must be durable; deleted afterwards
 * @param threads how many threads may compute
 * @param checkpointInterval how often an engine that takes checkpoints takes one
 */
public record Surroundings(Path directory, int threads, Duration checkpointInterval) {}
