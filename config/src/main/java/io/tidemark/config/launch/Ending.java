package io.tidemark.config.launch;

import io.tidemark.config.state.RunState.Status;

/** How a run ended. */
public enum Ending {
  /** Everything has reached its output. */
  COMPLETE,
  /** Stopped before that, by SIGTERM or the program; what was admitted is in the state. */
  DRAINED,
  /** The same after SIGINT. */
  INTERRUPTED,
  /** This node left its cluster after a signal; the run goes on on the others. */
  LEFT,
  /** The other nodes of its cluster removed this one; the run goes on on them. */
  REMOVED,
  /** A failure ended it; what was admitted is in the state. */
  FAILED;

  /** How {@code run.json} tells it. */
  Status status() {
    return switch (this) {
      case COMPLETE -> Status.COMPLETE;
      case DRAINED, INTERRUPTED -> Status.INTERRUPTED;
      case LEFT, REMOVED -> Status.RUNNING;
      case FAILED -> Status.FAILED;
    };
  }
}
