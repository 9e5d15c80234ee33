package io.tidemark.core.partition;

import io.tidemark.core.entity.Limits;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.source.SourceLabel;
import io.tidemark.core.time.TimePolicy;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a source partition must know of its pipeline.
 *
 * @param label for diagnostics
 * @param policy time policy
 * @param substreams key of the substreams; null: order is judged here
 * @param keys of the computations next to it: an element for which one gives null is bad input
 * @param owners name of the key groups that know each key's partition; null where none need know
 * @param ownerGroups how many of these there are
 * @param direct whom elements go to from here, when there are no substreams
 * @param diagnostics sinks of the diagnostic stream
 * @param receivers everything that takes outputs of the substreams
 * @param follows whether the source goes on growing
 * @param completeToNow whether a read that finds nothing says that nothing is missing by now
 * @param flush what happens to open windows at the end of input
 * @param stopOnBadInput whether a bad record stops the pipeline
 * @param limits bounds
 */
public record PartitionSettings(
    SourceLabel label,
    TimePolicy policy,
    @Nullable KeySelector<Object, Object> substreams,
    List<Function<Object, @Nullable Object>> keys,
    @Nullable String owners,
    int ownerGroups,
    List<Receivers> direct,
    List<EntityId.Sink> diagnostics,
    List<EntityId.Member> receivers,
    boolean follows,
    boolean completeToNow,
    FlushAtEnd flush,
    boolean stopOnBadInput,
    Limits limits) {

  /**
   * Who takes elements: the key groups of one computation, or a sink.
   *
   * @param to in order; an element goes to the one that answers for its key
   * @param key of an element; in place of one, {@link io.tidemark.core.key.Groups} where it goes to
   *     several
   * @param placed whether elements go with their origin
   */
  public record Receivers(
      List<EntityId.Member> to, Function<Object, @Nullable Object> key, boolean placed) {
    /** Copies the list. */
    public Receivers {
      to = List.copyOf(to);
    }
  }

  /** What happens at the end of a bounded input. */
  public enum FlushAtEnd {
    /** Progress goes to +∞: all windows fire. */
    INFINITY,
    /** Progress stays: windows that are not final are dropped and counted. */
    WATERMARK,
    /** Progress stays: nothing comes after the last element. */
    NONE
  }

  /** Copies the lists. */
  public PartitionSettings {
    keys = List.copyOf(keys);
    direct = List.copyOf(direct);
    diagnostics = List.copyOf(diagnostics);
    receivers = List.copyOf(receivers);
  }
}
