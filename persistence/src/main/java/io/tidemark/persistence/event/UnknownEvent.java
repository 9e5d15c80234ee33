package io.tidemark.persistence.event;

import io.tidemark.runtime.entity.FinalFailure;

/** A journal holds an event that this build does not know: no later incarnation can read it. */
public final class UnknownEvent extends IllegalArgumentException implements FinalFailure {
  private static final long serialVersionUID = 1;

  UnknownEvent(String manifest) {
    super(
        "an event that this version does not know: manifest="
            + manifest
            + "; run the version that wrote the journal, or a newer one, or start anew with --fresh");
  }
}
