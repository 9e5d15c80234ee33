package io.tidemark.core.pipeline;

import io.tidemark.core.codec.Codec;
import io.tidemark.core.key.Key;
import io.tidemark.core.partition.PartitionSettings.FlushAtEnd;
import io.tidemark.core.source.Source;
import io.tidemark.core.time.SourceTime;
import io.tidemark.core.time.TimePolicy;
import io.tidemark.core.time.TimestampAssigner;
import org.jspecify.annotations.Nullable;

/**
 * A source whose times are not said yet. Immutable; {@link #time} leads on.
 *
 * @param <T> the type of the elements
 */
public final class SourceStage<T> {
  private final PipelineDraft draft;
  private final String name;
  private final Source<T> source;
  private final @Nullable Codec<T> codec;
  private final FlushAtEnd flush;
  private final boolean stopOnBadInput;

  SourceStage(PipelineDraft draft, String name, Source<T> source) {
    this(draft, name, source, source.codec().orElse(null), FlushAtEnd.INFINITY, false);
  }

  private SourceStage(
      PipelineDraft draft,
      String name,
      Source<T> source,
      @Nullable Codec<T> codec,
      FlushAtEnd flush,
      boolean stopOnBadInput) {
    this.draft = draft;
    this.name = name;
    this.source = source;
    this.codec = codec;
    this.flush = flush;
    this.stopOnBadInput = stopOnBadInput;
  }

  /** How elements become bytes; needed where the source does not know, as a user's own may not. */
  public SourceStage<T> codec(Codec<T> ofElements) {
    return new SourceStage<>(draft, name, source, ofElements, flush, stopOnBadInput);
  }

  /**
   * What the end of a source that does not follow means for open windows; default: all are final.
   */
  public SourceStage<T> flushAtEnd(FlushAtEnd atEnd) {
    return new SourceStage<>(draft, name, source, codec, atEnd, stopOnBadInput);
  }

  /** A bad record ends the run; default: it is counted, shown among the diagnostics and skipped. */
  public SourceStage<T> stopOnBadInput() {
    return new SourceStage<>(draft, name, source, codec, flush, true);
  }

  /**
   * Says where the elements have their times and how these are judged. Once per source.
   *
   * @throws IllegalArgumentException where that contradicts itself or the source, or nobody knows
   *     how elements become bytes; the message says what to do
   */
  public AdmittedStage<T> time(SourceTime<T> time) {
    Codec<T> known = codec;
    if (known == null) {
      throw new IllegalArgumentException(
          "nobody knows how the elements become bytes: source="
              + name
              + "; say it with codec(…), for a record class RecordCodec.of(CLASS)");
    }
    Key<T, ?> substreams = time.substreamKey();
    draft.add(
        new SourceSpec(
            name,
            Untyped.source(source),
            untyped(time.eventTimes()),
            untyped(time.arrivalTimes()),
            policy(time),
            substreams == null ? null : substreams.selector(),
            time.isConfined(),
            time.isConfined(),
            flush,
            stopOnBadInput,
            Untyped.codec(known)));
    return new AdmittedStage<>(draft, name, substreams, source.severalFiles());
  }

  private TimePolicy policy(SourceTime<T> time) {
    try {
      return time.policyOf(source.follows());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("source=" + name + ": " + e.getMessage(), e);
    }
  }

  @SuppressWarnings("unchecked") // Elements come from the source, whose type it is.
  private @Nullable TimestampAssigner<Object> untyped(@Nullable TimestampAssigner<T> times) {
    return (TimestampAssigner<Object>) times;
  }
}
