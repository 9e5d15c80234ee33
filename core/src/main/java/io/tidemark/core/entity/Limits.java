package io.tidemark.core.entity;

import java.util.function.Consumer;

/**
 * The bounds and periods that entities keep; they decide when things happen, never what comes out.
 *
 * @param batchSize records a partition reads at once, at least 1
 * @param batchesAtOnce so many batches a partition reads at once while reads come back full, at
 *     least 1; where it is above 1, twice as many with substreams, each of which is fed once for
 *     all, and up to 16 times as many where that leaves less than 8 records for each key that comes
 *     again and again
 * @param window items under way on one channel, at least 1
 * @param inFlightElements elements of a partition that no receiver has in memory yet, before it
 *     stops reading
 * @param aheadElements elements of a partition beyond what all partitions of its source have
 *     reached, before it slows down to a batch a tick; above {@code inFlightElements}
 * @param retainedElements elements of a partition that no receiver has in its journal yet, before
 *     it stops reading
 * @param retainedOutputs outputs of a partition and its substreams that are not durable downstream,
 *     before it stops reading until the partitions behind it have come nearer; of a key group those
 *     before its progress, which a receiver could have made durable, before it fires and records
 *     nothing more
 * @param gatingOutputs the same of a partition that nobody is behind, at least {@code
 *     retainedOutputs}: such outputs wait for progress that only more reading brings, so it never
 *     stops reading; from half as many on it reads a batch a tick, in case it is the sink that is
 *     slow, and at so many the pipeline ends, with the numbers
 * @param recordElements unrecorded elements after which an entity writes
 * @param recordAfterMicros age of unrecorded work after which an entity writes
 * @param fireRows rows fired into one record
 * @param commitRows rows held by a sink that are written in one commit
 * @param resendAfterMicros silence after which an item is sent again
 * @param passivateAfterMicros silence of a key after which its substream may leave memory
 * @param keysPerTick substreams asked to flush, and passivated, in one tick; an eighth of those
 *     there are, where that is more
 * @param liveKeys substreams of a partition in memory, before they leave it as soon as they may,
 *     however short the silence of their keys, and the partition reads a batch a tick
 * @param pingEveryMicros how often the coordinator pings everyone
 * @param waiting whether sources that meet wait for each other; {@code aheadElements} is the bound
 */
public record Limits(
    int batchSize,
    int batchesAtOnce,
    int window,
    int inFlightElements,
    int aheadElements,
    int retainedElements,
    int retainedOutputs,
    int gatingOutputs,
    int recordElements,
    long recordAfterMicros,
    int fireRows,
    int commitRows,
    long resendAfterMicros,
    long passivateAfterMicros,
    int keysPerTick,
    int liveKeys,
    long pingEveryMicros,
    WaitingPolicy waiting) {

  /** The shipped bounds. */
  public static Limits defaults() {
    return new Builder().build();
  }

  /** These bounds with some changed: {@code limits.with(b -> b.batchSize(7))}. */
  public Limits with(Consumer<Builder> change) {
    Builder builder = new Builder(this);
    change.accept(builder);
    return builder.build();
  }

  /** Exactly so many records read at once, never several batches. */
  public Limits withBatchSize(int records) {
    return with(bounds -> bounds.batchSize(records).batchesAtOnce(1));
  }

  /**
   * Every output is recorded by itself, so that what is recorded elsewhere in larger records can be
   * compared at each of them.
   */
  public Limits withSingleOutputs() {
    return with(bounds -> bounds.fireRows(1).commitRows(1));
  }

  /** Refuses bounds that would stop everything. */
  public Limits {
    if (batchSize < 1
        || batchesAtOnce < 1
        || window < 1
        || fireRows < 1
        || commitRows < 1
        || keysPerTick < 1
        || liveKeys < 1) {
      throw new IllegalArgumentException(
          "bounds must be at least 1: batchSize="
              + batchSize
              + ", batchesAtOnce="
              + batchesAtOnce
              + ", window="
              + window
              + ", fireRows="
              + fireRows
              + ", commitRows="
              + commitRows
              + ", keysPerTick="
              + keysPerTick
              + ", liveKeys="
              + liveKeys);
    }
    if (recordElements >= retainedElements) {
      throw new IllegalArgumentException(
          "a partition would stop before its receivers write: recordElements="
              + recordElements
              + ", retainedElements="
              + retainedElements
              + "; make the second larger");
    }
    if (gatingOutputs < retainedOutputs) {
      throw new IllegalArgumentException(
          "the pipeline would end before a partition waits: retainedOutputs="
              + retainedOutputs
              + ", gatingOutputs="
              + gatingOutputs
              + "; make the second larger");
    }
  }

  /** Bounds in the making; each starts as shipped. Not thread-safe. */
  public static final class Builder {
    private int batchSize = 4096;
    private int batchesAtOnce = 8;
    private int window = 32;
    private int inFlightElements = 131_072;
    private int aheadElements = 196_608;
    private int retainedElements = 4_194_304;
    private int retainedOutputs = 1_048_576;
    private int gatingOutputs = 4_194_304;
    private int recordElements = 262_144;
    private long recordAfterMicros = 1_000_000;
    private int fireRows = 16_384;
    private int commitRows = 65_536;
    private long resendAfterMicros = 2_000_000;
    private long passivateAfterMicros = 120_000_000;
    private int keysPerTick = 512;
    private int liveKeys = 131_072;
    private long pingEveryMicros = 2_000_000;
    private WaitingPolicy waiting = WaitingPolicy.REFUSE;

    private Builder() {}

    private Builder(Limits limits) {
      batchSize = limits.batchSize;
      batchesAtOnce = limits.batchesAtOnce;
      window = limits.window;
      inFlightElements = limits.inFlightElements;
      aheadElements = limits.aheadElements;
      retainedElements = limits.retainedElements;
      retainedOutputs = limits.retainedOutputs;
      gatingOutputs = limits.gatingOutputs;
      recordElements = limits.recordElements;
      recordAfterMicros = limits.recordAfterMicros;
      fireRows = limits.fireRows;
      commitRows = limits.commitRows;
      resendAfterMicros = limits.resendAfterMicros;
      passivateAfterMicros = limits.passivateAfterMicros;
      keysPerTick = limits.keysPerTick;
      liveKeys = limits.liveKeys;
      pingEveryMicros = limits.pingEveryMicros;
      waiting = limits.waiting;
    }

    /** Sets {@link Limits#batchSize}. */
    public Builder batchSize(int value) {
      batchSize = value;
      return this;
    }

    /** Sets {@link Limits#batchesAtOnce}. */
    public Builder batchesAtOnce(int value) {
      batchesAtOnce = value;
      return this;
    }

    /** Sets {@link Limits#window}. */
    public Builder window(int value) {
      window = value;
      return this;
    }

    /** Sets {@link Limits#inFlightElements}. */
    public Builder inFlightElements(int value) {
      inFlightElements = value;
      return this;
    }

    /** Sets {@link Limits#aheadElements}. */
    public Builder aheadElements(int value) {
      aheadElements = value;
      return this;
    }

    /** Sets {@link Limits#retainedElements}. */
    public Builder retainedElements(int value) {
      retainedElements = value;
      return this;
    }

    /** Sets {@link Limits#retainedOutputs}. */
    public Builder retainedOutputs(int value) {
      retainedOutputs = value;
      return this;
    }

    /** Sets {@link Limits#gatingOutputs}. */
    public Builder gatingOutputs(int value) {
      gatingOutputs = value;
      return this;
    }

    /** Sets {@link Limits#recordElements}. */
    public Builder recordElements(int value) {
      recordElements = value;
      return this;
    }

    /** Sets {@link Limits#recordAfterMicros}. */
    public Builder recordAfterMicros(long value) {
      recordAfterMicros = value;
      return this;
    }

    /** Sets {@link Limits#fireRows}. */
    public Builder fireRows(int value) {
      fireRows = value;
      return this;
    }

    /** Sets {@link Limits#commitRows}. */
    public Builder commitRows(int value) {
      commitRows = value;
      return this;
    }

    /** Sets {@link Limits#resendAfterMicros}. */
    public Builder resendAfterMicros(long value) {
      resendAfterMicros = value;
      return this;
    }

    /** Sets {@link Limits#passivateAfterMicros}. */
    public Builder passivateAfterMicros(long value) {
      passivateAfterMicros = value;
      return this;
    }

    /** Sets {@link Limits#keysPerTick}. */
    public Builder keysPerTick(int value) {
      keysPerTick = value;
      return this;
    }

    /** Sets {@link Limits#liveKeys}. */
    public Builder liveKeys(int value) {
      liveKeys = value;
      return this;
    }

    /** Sets {@link Limits#pingEveryMicros}. */
    public Builder pingEveryMicros(long value) {
      pingEveryMicros = value;
      return this;
    }

    /** Sets {@link Limits#waiting}. */
    public Builder waiting(WaitingPolicy value) {
      waiting = value;
      return this;
    }

    private Limits build() {
      return new Limits(
          batchSize,
          batchesAtOnce,
          window,
          inFlightElements,
          aheadElements,
          retainedElements,
          retainedOutputs,
          gatingOutputs,
          recordElements,
          recordAfterMicros,
          fireRows,
          commitRows,
          resendAfterMicros,
          passivateAfterMicros,
          keysPerTick,
          liveKeys,
          pingEveryMicros,
          waiting);
    }
  }
}
