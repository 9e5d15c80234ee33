package io.tidemark.testkit.simulation;

/**
 * How likely each fault is, in thousandths of a scheduler's step.
 *
 * @param crash some entity's incarnation ends; what it was writing is written or not
 * @param linger a crashed one that is not a sink goes on for a while beside its successor
 * @param loss a message is lost
 * @param duplicate a message is delivered twice
 * @param failedWrite a journal write is refused
 */
public record Faults(int crash, int linger, int loss, int duplicate, int failedWrite) {
  /** Nothing goes wrong but order and delay. */
  public static final Faults NONE = new Faults(0, 0, 0, 0, 0);

  /** A bad day. */
  public static final Faults MANY = new Faults(6, 300, 30, 30, 3);
}
