package io.tidemark.core.partition;

import io.tidemark.core.message.KeyCounts;
import io.tidemark.core.time.LeastOf;
import io.tidemark.core.time.Time;

/**
 * What a partition's open keys come to, all together: the minima that its progress, its low-water
 * and its output-low obey, and sums.
 *
 * <p>A key that changed gives its part anew, which costs the logarithm of the distinct numbers; so
 * one busy key among a million quiet ones is cheap.
 */
final class KeyTotals {
  /**
   * What one key gives.
   *
   * @param holdMicros earliest time it may still bring
   * @param outputLow every output of it numbered up to here is durable downstream
   * @param decision the oldest decision of which it has something that is not durable
   * @param elements sent to it and not durable
   * @param inFlight those of them that it does not have in memory either
   * @param outputs of it that are not durable downstream
   * @param unknown it has not spoken since its substream was started anew
   */
  record Part(
      long holdMicros,
      long outputLow,
      long decision,
      int elements,
      int inFlight,
      int outputs,
      boolean unknown,
      KeyCounts counts) {
    /** Nothing. */
    static final Part NONE = new Part(Time.MAX, Time.MAX, Time.MAX, 0, 0, 0, false, KeyCounts.NONE);
  }

  private final LeastOf holds = new LeastOf();
  private final LeastOf outputLows = new LeastOf();
  private final LeastOf decisions = new LeastOf();
  private long elements;
  private long inFlight;
  private int waiting;
  private long outputs;
  private int unknown;
  private KeyCounts counts = KeyCounts.NONE;

  /** Replaces what a key gave by what it gives now. */
  void replace(Part before, Part after) {
    holds.replace(before.holdMicros, after.holdMicros);
    outputLows.replace(before.outputLow, after.outputLow);
    decisions.replace(before.decision, after.decision);
    elements += after.elements - before.elements;
    inFlight += after.inFlight - before.inFlight;
    waiting += (after.inFlight > 0 ? 1 : 0) - (before.inFlight > 0 ? 1 : 0);
    outputs += after.outputs - before.outputs;
    unknown += (after.unknown ? 1 : 0) - (before.unknown ? 1 : 0);
    if (!after.counts.equals(before.counts)) {
      counts = counts.plus(after.counts).minus(before.counts);
    }
  }

  /** The earliest time that some key may still bring; {@link Time#MAX} where none holds any. */
  long holdMicros() {
    return holds.least();
  }

  /** Every output numbered up to here is durable downstream; {@link Time#MAX}: all are. */
  long outputLow() {
    return outputLows.least();
  }

  /** The oldest decision of which something is not durable; {@link Time#MAX}: there is none. */
  long oldestDecision() {
    return decisions.least();
  }

  long elements() {
    return elements;
  }

  /** Elements that no substream has in memory. */
  long inFlight() {
    return inFlight;
  }

  /** How many keys such elements are for. */
  int waiting() {
    return waiting;
  }

  long outputs() {
    return outputs;
  }

  boolean anyUnknown() {
    return unknown > 0;
  }

  KeyCounts counts() {
    return counts;
  }
}
