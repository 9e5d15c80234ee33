package io.tidemark.testkit.simulation;

import io.tidemark.core.entity.Event;
import io.tidemark.core.message.AdmittedBatch;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Message;
import io.tidemark.core.partition.PartitionEvent;
import io.tidemark.core.time.Time;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A rule of the protocol, and what it is like when that rule does not hold.
 *
 * @param rule its number in the protocol
 * @param what is wrong
 * @param making what makes it so
 */
record PlantedBug(int rule, String what, Supplier<Sabotage> making) {
  /** All of them. */
  static final List<PlantedBug> ALL =
      List.of(
          new PlantedBug(
              1,
              "a write that does not follow the last event is accepted",
              () ->
                  new Sabotage() {
                    @Override
                    public boolean checksSequence() {
                      return false;
                    }
                  }),
          new PlantedBug(
              2,
              "a generation that was taken at a start is not written",
              recording(
                  event ->
                      event instanceof Event.GenerationTaken taken && taken.fence()
                          ? new Event.GenerationTaken(0, false)
                          : event)),
          new PlantedBug(
              3,
              "a larger generation is not adopted",
              hearing(
                  (by, generation, message) ->
                      message instanceof Message.Ping ping && generation > 0
                          ? new Message.Ping(Math.min(ping.generation(), generation))
                          : message)),
          new PlantedBug(
              4,
              "an answer to an older generation releases progress",
              hearing(
                  (by, generation, message) ->
                      message instanceof Message.Ack ack && ack.generation() < generation
                          ? new Message.Ack(ack.from(), generation, ack.delivered(), ack.durable())
                          : message)),
          new PlantedBug(
              5,
              "what a substream said in an earlier life is believed of a later one",
              () ->
                  new Sabotage() {
                    private final Map<EntityId, Message.Feed> latest = new HashMap<>();

                    @Override
                    public Message heard(EntityId by, long generation, Message message) {
                      if (message instanceof Message.Feed feed) {
                        latest.merge(by, feed, (a, b) -> a.start() > b.start() ? a : b);
                      }
                      return restated(message, said -> asOf(said, latest.get(said.from())));
                    }
                  }),
          new PlantedBug(
              6,
              "effects leave before what they rest on is durable",
              () ->
                  new Sabotage() {
                    @Override
                    public boolean keepsLastEvent() {
                      return false;
                    }
                  }),
          new PlantedBug(
              7,
              "an element is judged with the floor that its batch ended with",
              hearing(
                  (by, generation, message) ->
                      message instanceof Message.Feed feed ? withLastFloors(feed) : message)),
          new PlantedBug(
              9,
              "an item is taken though the one before is missing",
              hearing(
                  (by, generation, message) ->
                      message instanceof Message.Item item
                          ? new Message.Item(
                              item.from(), item.generation(), item.number(), 0, item.payload())
                          : message)),
          new PlantedBug(
              10,
              "an item is forgotten when it is delivered",
              hearing(
                  (by, generation, message) ->
                      message instanceof Message.Ack ack
                          ? new Message.Ack(
                              ack.from(), ack.generation(), ack.delivered(), ack.delivered())
                          : message)),
          new PlantedBug(
              11,
              "reading starts again after the latest decision",
              recording(
                  event ->
                      event instanceof PartitionEvent.Decided decided
                          ? new PartitionEvent.Decided(
                              decided.decision(),
                              decided.opened(),
                              decided.woken(),
                              decided.decision().number(),
                              decided.outputLow())
                          : event)),
          new PlantedBug(
              12,
              "outputs count as durable downstream that are not",
              hearing(
                  (by, generation, message) ->
                      message instanceof Message.OutputLow low
                          ? new Message.OutputLow(low.from(), low.generation(), low.low() + 20)
                          : message)),
          new PlantedBug(
              14,
              "a part of an earlier statement is kept when a later one comes",
              () ->
                  new Sabotage() {
                    private final Map<EntityId, Long> holds = new HashMap<>();

                    @Override
                    public Message heard(EntityId by, long generation, Message message) {
                      return restated(
                          message,
                          said -> {
                            long hold = holds.merge(said.from(), said.holdMicros(), Math::max);
                            return said(
                                said, hold, said.dueMicros(), said.dueNever(), said.empty());
                          });
                    }
                  }),
          new PlantedBug(
              15,
              "what a substream holds does not hold its partition's progress",
              hearing(
                  (by, generation, message) ->
                      restated(
                          message,
                          said ->
                              said(
                                  said,
                                  Time.MAX,
                                  said.dueMicros(),
                                  said.dueNever(),
                                  said.empty())))),
          new PlantedBug(
              16,
              "a report under an older generation counts",
              () ->
                  new Sabotage() {
                    private long largest;

                    @Override
                    public Message heard(EntityId by, long generation, Message message) {
                      if (message instanceof Message.Report report) {
                        largest = Math.max(largest, report.generation());
                        return new Message.Report(
                            report.from(), largest, report.progressMicros(), report.sealed());
                      }
                      return message;
                    }
                  }),
          new PlantedBug(
              17,
              "the coordinator pings nobody",
              hearing(
                  (by, generation, message) -> message instanceof Message.Ping ? null : message)),
          new PlantedBug(
              18,
              "progress reaches a substream before the elements it covers",
              hearing(
                  (by, generation, message) ->
                      message instanceof Message.Feed feed
                          ? new Message.Feed(
                              feed.generation(),
                              feed.fence(),
                              feed.start(),
                              feed.openedAt(),
                              feed.items().stream()
                                  .map(
                                      item ->
                                          new Message.FeedItem(
                                              item.number(),
                                              0,
                                              item.elements(),
                                              item.floorMicros(),
                                              item.sealed()))
                                  .toList(),
                              feed.urge())
                          : message)),
          new PlantedBug(
              19,
              "a key is closed though something of it is open",
              hearing(
                  (by, generation, message) ->
                      restated(
                          message,
                          said ->
                              said(
                                  said,
                                  said.holdMicros(),
                                  said.dueMicros(),
                                  said.dueNever(),
                                  true)))),
          new PlantedBug(
              20,
              "a key that rests is not woken when it is due",
              hearing(
                  (by, generation, message) ->
                      restated(
                          message,
                          said -> said(said, said.holdMicros(), Time.MAX, true, said.empty())))),
          new PlantedBug(
              21,
              "a sink writes rows at the very progress",
              hearing(
                  (by, generation, message) ->
                      message instanceof Message.Progress progress && by instanceof EntityId.Sink
                          ? new Message.Progress(
                              progress.generation(),
                              Time.plus(progress.progressMicros(), 1),
                              progress.sealed())
                          : message)),
          new PlantedBug(
              21,
              "an output is not cut to what was committed",
              () ->
                  new Sabotage() {
                    @Override
                    public boolean cutsOutput() {
                      return false;
                    }
                  }));

  /** For one simulation: it may remember what was said. */
  Sabotage sabotage() {
    return making.get();
  }

  private interface Hearing {
    @Nullable Message hear(EntityId by, long generation, Message message);
  }

  private interface Recording {
    Event record(Event event);
  }

  private interface Saying {
    Message.Statement say(Message.Statement said);
  }

  private static Supplier<Sabotage> hearing(Hearing hearing) {
    return () ->
        new Sabotage() {
          @Override
          public @Nullable Message heard(EntityId by, long generation, Message message) {
            return hearing.hear(by, generation, message);
          }
        };
  }

  private static Supplier<Sabotage> recording(Recording recording) {
    return () ->
        new Sabotage() {
          @Override
          public Event recorded(EntityId by, Event event) {
            return recording.record(event);
          }
        };
  }

  private static Message restated(Message message, Saying saying) {
    return message instanceof Message.Statements statements
        ? new Message.Statements(statements.latest().stream().map(saying::say).toList())
        : message;
  }

  private static Message.Statement said(
      Message.Statement said, long holdMicros, long dueMicros, boolean dueNever, boolean empty) {
    return new Message.Statement(
        said.from(),
        said.generation(),
        said.fence(),
        said.start(),
        said.incarnation(),
        said.sequence(),
        said.position(),
        said.durable(),
        holdMicros,
        dueMicros,
        dueNever,
        said.outputLow(),
        said.retained(),
        said.idle(),
        empty,
        said.watermarkMicros(),
        said.counts());
  }

  private static Message.Statement asOf(Message.Statement said, Message.@Nullable Feed latest) {
    return new Message.Statement(
        said.from(),
        latest == null ? said.generation() : latest.generation(),
        latest == null ? said.fence() : latest.fence(),
        latest == null ? said.start() : latest.start(),
        0,
        said.sequence(),
        said.position(),
        said.durable(),
        said.holdMicros(),
        said.dueMicros(),
        said.dueNever(),
        said.outputLow(),
        said.retained(),
        said.idle(),
        said.empty(),
        said.watermarkMicros(),
        said.counts());
  }

  private static Message.Feed withLastFloors(Message.Feed feed) {
    List<Message.FeedItem> items =
        feed.items().stream()
            .map(
                item ->
                    new Message.FeedItem(
                        item.number(),
                        item.previous(),
                        withLastFloors(item.elements()),
                        item.floorMicros(),
                        item.sealed()))
            .toList();
    return new Message.Feed(
        feed.generation(), feed.fence(), feed.start(), feed.openedAt(), items, feed.urge());
  }

  private static AdmittedBatch.Slice withLastFloors(AdmittedBatch.Slice slice) {
    AdmittedBatch.Fed fed = slice.batch().fed();
    if (slice.size() == 0 || fed == null) {
      return slice;
    }
    long[] floors = fed.floorAfter().clone();
    Arrays.fill(floors, floors[slice.index(slice.size() - 1)]);
    AdmittedBatch batch =
        new AdmittedBatch(
            slice.batch().values(),
            slice.batch().timeMicros(),
            slice.batch().keyed(),
            new AdmittedBatch.Fed(
                fed.file(),
                fed.positions(),
                fed.eventMicros(),
                fed.arrivalMicros(),
                floors,
                floors,
                fed.actions()));
    return new AdmittedBatch.Slice(batch, slice.order(), slice.from(), slice.to());
  }

  @Override
  public String toString() {
    return "rule " + rule + ": " + what;
  }
}
