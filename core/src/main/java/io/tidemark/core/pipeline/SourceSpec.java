package io.tidemark.core.pipeline;

import io.tidemark.core.codec.Codec;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.partition.PartitionSettings.FlushAtEnd;
import io.tidemark.core.source.BadRecord;
import io.tidemark.core.source.Source;
import io.tidemark.core.source.SourceLabel;
import io.tidemark.core.time.TimePolicy;
import io.tidemark.core.time.TimestampAssigner;
import org.jspecify.annotations.Nullable;

/**
 * A source of a pipeline.
 *
 * @param name unique among the sources and streams of the pipeline
 * @param source where elements come from
 * @param eventTime null: event time is arrival time
 * @param arrivalTime null: the wall clock at reading where the source follows, else event time
 * @param policy time policy; its basis fits the two assigners
 * @param substreams key of the substreams; null: none
 * @param confined whether every substream key is known, or promised, to live in one partition
 * @param promised whether {@code confined} is a promise, so that a key met in a second partition
 *     stops the run
 * @param flush what happens to open windows at the end of input
 * @param stopOnBadInput whether a bad record stops the pipeline
 * @param codec of the elements, for journals and other nodes
 */
public record SourceSpec(
    String name,
    Source<Object> source,
    @Nullable TimestampAssigner<Object> eventTime,
    @Nullable TimestampAssigner<Object> arrivalTime,
    TimePolicy policy,
    @Nullable KeySelector<Object, Object> substreams,
    boolean confined,
    boolean promised,
    FlushAtEnd flush,
    boolean stopOnBadInput,
    Codec<Object> codec) {

  /** What the diagnostics of a partition say of where they are from. */
  public SourceLabel label(int partition) {
    return new SourceLabel(
        name, partition, source.partitions().get(partition), source::text, this::bad);
  }

  /** An element that turned out to be none, with its times as they stand in the source. */
  BadRecord bad(String kind, Object element) {
    return new BadRecord(
        kind, source.text(element), text(eventTime, element), text(arrivalTime, element));
  }

  private static String text(@Nullable TimestampAssigner<Object> time, Object element) {
    return time == null ? "" : time.text(element);
  }
}
