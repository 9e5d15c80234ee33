package io.tidemark.benchmarks.job;

/**
 * One element. Immutable, so that an engine may pass it by reference.
 *
 * @param key from 0 to below the job's number of keys
 * @param timeMicros event time, microseconds since 1970
 * @param value payload that no job looks at
 */
public record Event(long key, long timeMicros, long value) {}
