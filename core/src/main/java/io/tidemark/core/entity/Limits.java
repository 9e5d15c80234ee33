package io.tidemark.core.entity;

/**
 * The bounds and periods that entities keep; they decide when things happen, never what comes out.
 *
 * @param batchSize records a partition reads at once, at least 1; while reads come back full, up to
 *     eight times as many, and with substreams sixteen times
 * @param window items under way on one channel, at least 1
 * @param inFlightElements elements of a partition that no receiver has in memory yet, before it
 *     stops reading
 * @param aheadElements elements of a partition beyond what all partitions of its source have
 *     reached, before it slows down to a batch a tick; above {@code inFlightElements}
 * @param retainedElements elements of a partition that no receiver has in its journal yet, before
 *     it stops reading
 * @param retainedOutputs outputs of a partition's substreams that are not durable downstream,
 *     before it stops reading; where it gates everyone and twice as many pile up, the pipeline
 *     stops
 * @param recordElements unrecorded elements after which an entity writes
 * @param recordAfterMicros age of unrecorded work after which an entity writes
 * @param fireRows rows fired into one record
 * @param commitRows rows held by a sink that are written in one commit
 * @param resendAfterMicros silence after which an item is sent again
 * @param passivateAfterMicros silence of a key after which its substream may leave memory
 * @param keysPerTick substreams asked to flush, and passivated, in one tick
 * @param pingEveryMicros how often the coordinator pings everyone
 */
public record Limits(
    int batchSize,
    int window,
    int inFlightElements,
    int aheadElements,
    int retainedElements,
    int retainedOutputs,
    int recordElements,
    long recordAfterMicros,
    int fireRows,
    int commitRows,
    long resendAfterMicros,
    long passivateAfterMicros,
    int keysPerTick,
    long pingEveryMicros) {

  /** The shipped bounds. */
  public static Limits defaults() {
    return new Limits(
        4096,
        32,
        131_072,
        196_608,
        4_194_304,
        1_048_576,
        262_144,
        1_000_000,
        16_384,
        65_536,
        2_000_000,
        120_000_000,
        512,
        2_000_000);
  }

  /** Another number of records read at once. */
  public Limits withBatchSize(int records) {
    return new Limits(
        records,
        window,
        inFlightElements,
        aheadElements,
        retainedElements,
        retainedOutputs,
        recordElements,
        recordAfterMicros,
        fireRows,
        commitRows,
        resendAfterMicros,
        passivateAfterMicros,
        keysPerTick,
        pingEveryMicros);
  }

  /** Refuses bounds that would stop everything. */
  public Limits {
    if (batchSize < 1 || window < 1 || fireRows < 1 || commitRows < 1 || keysPerTick < 1) {
      throw new IllegalArgumentException(
          "bounds must be at least 1: batchSize="
              + batchSize
              + ", window="
              + window
              + ", fireRows="
              + fireRows
              + ", commitRows="
              + commitRows
              + ", keysPerTick="
              + keysPerTick);
    }
    if (recordElements >= retainedElements) {
      throw new IllegalArgumentException(
          "a partition would stop before its receivers write: recordElements="
              + recordElements
              + ", retainedElements="
              + retainedElements
              + "; make the second larger");
    }
  }
}
