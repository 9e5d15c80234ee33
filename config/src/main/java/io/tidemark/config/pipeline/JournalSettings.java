package io.tidemark.config.pipeline;

/**
 * How the journal is kept.
 *
 * @param fsync whether a write is durable only once the disk says so
 * @param queue how many writes may wait for the writer thread
 * @param diskReserveBytes how much disk must stay free; below it the pipeline stops
 * @param historyBytes how much of what was decided is kept for replay
 */
public record JournalSettings(boolean fsync, int queue, long diskReserveBytes, long historyBytes) {}
