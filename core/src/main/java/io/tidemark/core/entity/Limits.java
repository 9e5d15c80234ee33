package io.tidemark.core.entity;

import java.time.Duration;

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
    long pingEveryMicros) {

  /** The shipped bounds. */
  public static Limits defaults() {
    return new Limits(
        4096,
        8,
        32,
        131_072,
        196_608,
        4_194_304,
        1_048_576,
        4_194_304,
        262_144,
        1_000_000,
        16_384,
        65_536,
        2_000_000,
        120_000_000,
        512,
        131_072,
        2_000_000);
  }

  /** Substreams leave memory after so long a silence of their keys. */
  public Limits withPassivateAfter(Duration silence) {
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
        silence.toNanos() / 1_000,
        keysPerTick,
        liveKeys,
        pingEveryMicros);
  }

  /** So many substreams of a partition in memory before they make room. */
  public Limits withLiveKeys(int keys) {
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
        keys,
        pingEveryMicros);
  }

  /** Exactly so many records read at once, never several batches. */
  public Limits withBatchSize(int records) {
    return new Limits(
        records,
        1,
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
        pingEveryMicros);
  }

  /**
   * Every output is recorded by itself, so that what is recorded elsewhere in larger records can be
   * compared at each of them.
   */
  public Limits withSingleOutputs() {
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
        1,
        1,
        resendAfterMicros,
        passivateAfterMicros,
        keysPerTick,
        liveKeys,
        pingEveryMicros);
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
}
