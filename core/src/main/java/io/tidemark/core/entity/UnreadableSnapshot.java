package io.tidemark.core.entity;

/**
 * A snapshot of a form that this build does not read: no later incarnation can read it either. The
 * message is for people, and says what to do.
 */
public final class UnreadableSnapshot extends RuntimeException {
  private static final long serialVersionUID = 1;

  UnreadableSnapshot(String message) {
    super(message);
  }
}
