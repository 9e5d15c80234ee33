package io.tidemark.core.time;

/** What becomes of an event that breaks a rule of the {@link TimePolicy}. */
public enum OnViolation {
  /** The event goes to the diagnostic stream only. */
  DROP,
  /** The event goes on, with the time of the boundary it broke. */
  ADJUST,
  /** The event goes on as it is, and nothing is reported; only the early rule allows it. */
  PASS
}
