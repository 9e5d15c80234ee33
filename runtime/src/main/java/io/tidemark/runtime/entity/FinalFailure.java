package io.tidemark.runtime.entity;

/**
 * Marks an exception of a journal that no later incarnation can get over: damage, a full disk, a
 * journal that has closed itself. The pipeline ends with the first, without waiting for more.
 */
public interface FinalFailure {}
