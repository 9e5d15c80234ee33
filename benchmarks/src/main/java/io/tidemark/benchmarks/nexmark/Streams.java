package io.tidemark.benchmarks.nexmark;

import io.tidemark.core.pipeline.ElementStage;
import io.tidemark.core.pipeline.KeyableStage;
import io.tidemark.core.pipeline.PipelineDraft;
import io.tidemark.core.source.Source;
import io.tidemark.core.time.TimePolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;

/**
 * What queries are asked of, in a pipeline while it is described: the one stream of events, and its
 * bids. Each is to be asked for once.
 */
public final class Streams {
  /** How many rows the side input of {@link Query#Q13} has, with the keys from 0 on. */
  public static final int SIDE_ROWS = 500;

  private final PipelineDraft draft;
  private final Source<Event> source;
  private final Duration outOfOrder;

  /**
   * Streams over a source.
   *
   * @param outOfOrder how far the events of a partition are out of order at most; nothing is
   *     dropped or moved then
   */
  public Streams(PipelineDraft draft, Source<Event> source, Duration outOfOrder) {
    this.draft = draft;
    this.source = source;
    this.outOfOrder = outOfOrder;
  }

  /** All events. */
  KeyableStage<Event> events() {
    return draft
        .source("events", source)
        .stopOnBadInput()
        .time(TimePolicy.eventTime(Event::time).outOfOrder(outOfOrder));
  }

  /** The bids alone. */
  ElementStage<Bid> bids() {
    return only(Bid.class, events());
  }

  /** Bids, and the side input, all of which lies before them in time. */
  ElementStage<Record> bidsAndSideInput() {
    List<SideRow> rows =
        LongStream.range(0, SIDE_ROWS)
            .mapToObj(key -> new SideRow(key, Long.toString(key)))
            .toList();
    return draft.<Record>union(
        bids(),
        draft
            .source("side", new InMemory<>(SideRow.class, List.of(rows)))
            .time(TimePolicy.eventTime(row -> Instant.EPOCH)));
  }

  /** The events of one kind. */
  static <E extends Event> ElementStage<E> only(Class<E> kind, KeyableStage<Event> events) {
    return events.filter(kind::isInstance).map(kind::cast);
  }
}
