package io.tidemark.core.message;

import io.tidemark.core.codec.ValueCodec;
import io.tidemark.core.time.Time;

/**
 * What a substream says in a test: it is in its first start under the first fence, and has taken
 * nothing, holds nothing back and is not due, where the test does not say otherwise.
 */
public final class Said {
  private static final long GENERATION = 1;
  private static final long FENCE = 1;

  private final EntityId.Substream from;
  private long start = 1;
  private long incarnation = 1;
  private long sequence = 1;
  private long position;
  private long durable;
  private long dueMicros = Time.MAX;
  private long outputLow;
  private boolean atRest;
  private KeyCounts counts = KeyCounts.NONE;

  private Said(EntityId.Substream from) {
    this.from = from;
  }

  /** By the substream of the key. */
  public static Said by(EntityId.Partition partition, Object key) {
    return by(new EntityId.Substream(partition, KeyBytes.of(key, ValueCodec.INSTANCE)));
  }

  /** By the substream. */
  public static Said by(EntityId.Substream from) {
    return new Said(from);
  }

  /** In which of its starts, and by which of those that were started as this one. */
  public Said in(long newStart, long newIncarnation) {
    start = newStart;
    incarnation = newIncarnation;
    return this;
  }

  /** How many statements of the incarnation there are with this one. */
  public Said sequence(long newSequence) {
    sequence = newSequence;
    return this;
  }

  /** It has taken so much, of which the journal covers so much. */
  public Said taken(long newPosition, long newDurable) {
    position = newPosition;
    durable = newDurable;
    return this;
  }

  /** It must be woken at this floor; {@link Time#MAX}: nothing is open. */
  public Said due(long newDueMicros) {
    dueMicros = newDueMicros;
    return this;
  }

  /** Every output numbered up to here is durable downstream. */
  public Said outputLow(long newOutputLow) {
    outputLow = newOutputLow;
    return this;
  }

  /** Everything is written and durable downstream, and nothing is remembered. */
  public Said atRest() {
    atRest = true;
    return this;
  }

  /** What it has counted. */
  public Said counts(KeyCounts newCounts) {
    counts = newCounts;
    return this;
  }

  /** Says it. */
  public Message.Statement statement() {
    return new Message.Statement(
        from,
        GENERATION,
        FENCE,
        start,
        incarnation,
        sequence,
        position,
        durable,
        Time.MAX,
        dueMicros,
        dueMicros == Time.MAX,
        outputLow,
        0,
        atRest,
        atRest,
        Time.MIN,
        counts);
  }
}
