package io.tidemark.benchmarks.nexmark;

/** A row of the bounded table that {@link Query#Q13} looks values up in. */
public record SideRow(long key, String value) {}
