package io.tidemark.benchmarks.flink;

/** A row of the result; public and a record, so that Flink can describe its type. */
public record WindowCount(long windowEndMicros, long key, long count) {}
