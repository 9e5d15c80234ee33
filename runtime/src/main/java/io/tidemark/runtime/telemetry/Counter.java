package io.tidemark.runtime.telemetry;

/** What is counted, per pipeline and node, since the pipeline was started there. */
public enum Counter {
  /** Incarnations of entities that began to recover. */
  INCARNATIONS,
  /** Events that became durable. */
  RECORDED,
  /** Incarnations that an outside failure ended: a write or a recovery that failed. */
  FAILURES,
  /** Messages that reached another entity than the one they name. Must stay 0. */
  MISDELIVERED,
  /** Messages of ours that found their receiver gone; 0 in a run without a failure. */
  DEAD_LETTERS,
  /** Messages that came while their receiver waited after a failure or was leaving. */
  UNHEARD,
  /** Messages to substreams that do not run, which only a feed may start. */
  NOT_RUNNING,
  /** Answers to a message that nobody had sent. */
  UNADDRESSED,
  /** Snapshots that could not be stored; the journal still has everything. */
  SNAPSHOT_FAILURES
}
