package io.tidemark.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.codec.ValueCodec;
import io.tidemark.core.entity.Entity;
import io.tidemark.core.entity.Event;
import io.tidemark.core.entity.Step;
import io.tidemark.core.message.AdmittedBatch;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.KeyBytes;
import io.tidemark.core.message.Message;
import io.tidemark.core.message.Output;
import io.tidemark.core.pipeline.Entities;
import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.pipeline.Plan;
import io.tidemark.core.sink.SinkEvent;
import io.tidemark.core.time.Action;
import io.tidemark.core.time.Time;
import io.tidemark.core.time.TimePolicy;
import io.tidemark.core.window.WindowResult;
import io.tidemark.core.window.Windows;
import io.tidemark.testkit.simulation.Readings.Reading;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rules between entities that a seed of the simulation found broken, each by itself. */
class EntityRulesTest {
  private static final EntityId.Partition PARTITION = new EntityId.Partition("readings", 0);
  private static final EntityId.Substream KEY =
      new EntityId.Substream(PARTITION, KeyBytes.of("k", ValueCodec.INSTANCE));
  private static final EntityId.KeyGroup GROUP = new EntityId.KeyGroup("counts", 0);
  private static final EntityId.Sink ROWS = new EntityId.Sink("rows");

  private static Entities entities() {
    return entities(true);
  }

  private static Entities entities(boolean substreams) {
    Pipeline pipeline =
        Readings.counted(
            new GrowingSource(1),
            TimePolicy.defaults().backfill(),
            substreams,
            Windows.tumbling(Duration.ofNanos(10_000)));
    return new Entities(new Plan(pipeline));
  }

  private static AdmittedBatch.Slice element(long micros) {
    AdmittedBatch.Fed fed =
        new AdmittedBatch.Fed(
            0,
            new long[] {micros},
            new long[] {micros},
            new long[] {micros},
            new long[] {Time.MIN},
            new long[] {Time.MIN},
            new Action[] {Action.NONE});
    return new AdmittedBatch.Slice(
        new AdmittedBatch(
            new Object[] {new Reading("k", micros, micros)}, new long[] {micros}, null, fed),
        null,
        0,
        1);
  }

  private static Message.Statement said(Step step) {
    return step.effects().stream()
        .filter(effect -> effect instanceof Step.Send)
        .map(effect -> ((Step.Send) effect).message())
        .filter(message -> message instanceof Message.Statement)
        .map(message -> (Message.Statement) message)
        .reduce((first, second) -> second)
        .orElseThrow();
  }

  /**
   * Taken again in two feeds after a crash, the window that the second element closes would come
   * with the number of the second: below that of the third, which it has when all are taken at
   * once. So nothing is said until they are recorded.
   */
  @Test
  void outputLowStaysBelowOutputsThatAreNotRecordedYet() {
    Entity substream = entities().create(KEY);
    substream.start(0);
    List<Message.FeedItem> items = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      items.add(new Message.FeedItem(2L * i, 2L * (i - 1), element(i * 10L), Time.MIN, false));
    }

    Step taken = substream.receive(0, new Message.Feed(1, 1, 1, 1, items, Message.Urge.NONE));

    assertThat(taken.event()).isNotNull();
    assertThat(taken.effects()).isEmpty();
    Message.Statement durable = said(substream.persisted(0));
    assertThat(durable.position()).isEqualTo(6);
    assertThat(durable.outputLow()).isEqualTo(5);
  }

  /** What is written beyond the progress at which the input ended is not written again. */
  @Test
  void aSinkRecordsThatItWroteWhatItWroteBeyondTheEndOfProgress() {
    Entity sink = entities().create(ROWS);
    sink.start(0);
    sink.persisted(0);
    sink.receive(0, new Message.Written(0));
    List<Output> rows = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      Object row = new WindowResult<Object>(i * 10L, i * 10L + 10, "k", List.of(1L));
      rows.add(new Output(i * 10L + 9, row));
    }
    sink.receive(0, new Message.Item(KEY, 1, 2, 0, new Message.Outputs(rows)));

    List<Object> written = new ArrayList<>();
    Step step = sink.receive(0, new Message.Progress(1, Time.MIN, true));
    write(step, written);
    Event event = sink.receive(0, new Message.Written(written.size())).event();

    assertThat(written.size()).isBetween(1, 9);
    assertThat(event)
        .isInstanceOfSatisfying(
            SinkEvent.Committed.class,
            committed ->
                assertThat(committed.committedMicros())
                    .isEqualTo(rows.get(written.size()).timeMicros()));
  }

  /** Reading that is held is not idle: who was not answered does not know that nothing is there. */
  @Test
  void aReadThatIsNotAnsweredBringsNoEstimate() {
    GrowingSource source = new GrowingSource(1);
    Lockstep pipeline =
        new Lockstep(
            Readings.counted(
                source, TimePolicy.defaults(), false, Windows.tumbling(Duration.ofSeconds(10))),
            3_000_000);
    source.add(0, new Reading("k", 3_000_000, 3_000_000));
    pipeline.settle();
    pipeline.silence(PARTITION);
    pipeline.pass(10_000_000);
    assertThat(progress(pipeline)).isEqualTo(3_000_000);

    pipeline.heard(PARTITION);
    pipeline.pass(10_000_000);
    assertThat(progress(pipeline)).isGreaterThan(3_000_000);
  }

  /**
   * Outputs were fired towards a progress that a new generation has not reached again. Those that a
   * sink holds, since they go on beyond it, do not stop their key group: only its own progress lets
   * the sink write them.
   */
  @Test
  void outputsHeldForProgressDoNotStopTheKeyGroupThatWouldBringIt() {
    Entity group = entities(false).create(GROUP);
    settle(group, group.start(0));
    for (int i = 0; i < 60; i++) {
      Message.Payload element = new Message.Elements(element(i * 10L));
      settle(group, group.receive(0, new Message.Item(PARTITION, 1, i + 1, i, element)));
    }
    group.receive(0, new Message.Progress(1, 600, false));
    for (int item = 1; item < 13; item++) {
      group.persisted(0);
      group.receive(0, new Message.Continue());
    }
    group.persisted(0);
    progress(group, 500);
    settle(group, group.receive(0, new Message.Ack(ROWS, 2, 13, 0)));

    List<Message.Report> reports = progress(group, 525);

    assertThat(reports)
        .as("retained are 52 rows that begin before 500, 48 in items that end before it")
        .last()
        .extracting(Message.Report::progressMicros)
        .isEqualTo(525L);
    assertThat(progress(group, 600)).as("52 rows could be durable").isEmpty();
    assertThat(settle(group, group.receive(0, new Message.Ack(ROWS, 2, 13, 1))))
        .as("the next row fires, and nobody has it yet")
        .last()
        .extracting(Message.Report::progressMicros)
        .isEqualTo(529L);
  }

  private static List<Message.Report> progress(Entity group, long micros) {
    return settle(group, group.receive(0, new Message.Progress(2, micros, false)));
  }

  /** Lets an entity write and go on until it waits for others; what it reported. */
  private static List<Message.Report> settle(Entity entity, Step step) {
    List<Message.Report> reports = new ArrayList<>();
    Step next = step;
    while (true) {
      for (Step.Effect effect : next.effects()) {
        if (effect instanceof Step.Send send && send.message() instanceof Message.Report report) {
          reports.add(report);
        }
      }
      if (next.event() != null) {
        boolean again = next.wantsAgain();
        next = entity.persisted(0);
        if (again) {
          next.again();
        }
      } else if (next.wantsAgain()) {
        next = entity.receive(0, new Message.Continue());
      } else {
        return reports;
      }
    }
  }

  private static long progress(Lockstep pipeline) {
    return pipeline.reports().stream()
        .filter(report -> report.from().equals(PARTITION))
        .mapToLong(Message.Report::progressMicros)
        .max()
        .orElseThrow();
  }

  private static void write(Step step, List<Object> written) {
    for (Step.Effect effect : step.effects()) {
      if (effect instanceof Step.Write write) {
        written.addAll(write.rows());
      }
    }
  }
}
