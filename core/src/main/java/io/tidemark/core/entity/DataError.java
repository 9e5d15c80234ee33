package io.tidemark.core.entity;

/**
 * The data have no right result: nothing is broken, but the pipeline must stop, and would stop
 * again. The message is for people, and names what to change.
 */
public abstract class DataError extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** An error in the data; the message says which. */
  protected DataError(String message) {
    super(message);
  }
}
