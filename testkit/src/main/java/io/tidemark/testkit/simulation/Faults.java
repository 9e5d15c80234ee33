package io.tidemark.testkit.simulation;

import java.util.Random;

/**
 * How likely each fault is, in thousandths of a scheduler's step.
 *
 * @param crash some entity's incarnation ends; what it was writing is written or not
 * @param linger a crashed one that is not a sink goes on for a while beside its successor
 * @param loss a message is lost
 * @param duplicate a message is delivered and comes again, now and later
 * @param failedWrite a journal write is refused
 * @param move an entity ends on its node and begins on another, alone or with others of the node;
 *     senders that speak to where it was for a while lose what they say
 */
public record Faults(int crash, int linger, int loss, int duplicate, int failedWrite, int move) {
  /** Nothing goes wrong but order and delay. */
  public static final Faults NONE = new Faults(0, 0, 0, 0, 0, 0);

  /** A bad day. */
  public static final Faults MANY = new Faults(6, 300, 30, 30, 3, 3);

  /** Whether something that happens so often, in thousandths, happens now. */
  boolean happens(int thousandths, Random random) {
    return thousandths > 0 && random.nextInt(1000) < thousandths;
  }
}
