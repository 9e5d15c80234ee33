package io.tidemark.benchmarks.tidemark;

/**
 * A timer ran.
 *
 * @param timeMicros for which it was set
 * @param count how many of the key's have run, this one included
 */
record Fired(long timeMicros, long key, long count) {}
