package io.tidemark.core.pipeline;

import static io.tidemark.core.window.Aggregates.count;
import static io.tidemark.core.window.Aggregates.sumOfLongs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.core.codec.Codec;
import io.tidemark.core.key.Key;
import io.tidemark.core.row.RecordCodec;
import io.tidemark.core.sink.Destination;
import io.tidemark.core.sink.RowFormat;
import io.tidemark.core.sink.SinkWriter;
import io.tidemark.core.source.PartitionReader;
import io.tidemark.core.source.Source;
import io.tidemark.core.time.SourceTime;
import io.tidemark.core.time.TimePolicy;
import io.tidemark.core.time.TimePolicy.Basis;
import io.tidemark.core.window.WindowResult;
import io.tidemark.core.window.Windows;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class PipelineDraftTest {
  private record Event(String key, long value, Instant time) {}

  /** A source that is described and never read. */
  private record Unread(boolean follows, boolean coded) implements Source<Event> {
    @Override
    public List<String> partitions() {
      return List.of("0", "1");
    }

    @Override
    public PartitionReader open(int partition) {
      throw new AssertionError("nobody reads it");
    }

    @Override
    public boolean severalFiles() {
      return true;
    }

    @Override
    public Optional<Codec<Event>> codec() {
      return coded ? Optional.of(RecordCodec.of(Event.class)) : Optional.empty();
    }
  }

  /** Notes the columns it is asked for, and is never written. */
  private static final class Columns implements Destination {
    private final List<List<String>> columns = new ArrayList<>();

    @Override
    public <R> Supplier<SinkWriter<R>> writers(RowFormat<R> rows) {
      columns.add(rows.columns());
      return () -> {
        throw new AssertionError("nobody writes it");
      };
    }
  }

  private static final Source<Event> BOUNDED = new Unread(false, true);
  private static final Source<Event> GROWING = new Unread(true, true);
  private static final Key<Event, String> KEY = Key.of("device", Event::key);
  private static final Windows MINUTES = Windows.tumbling(Duration.ofMinutes(1));

  private static final Windows SESSION = Windows.session(Duration.ofMinutes(1));

  private final Columns out = new Columns();

  private static SourceTime<Event> times() {
    return TimePolicy.eventTime(Event::time);
  }

  private static void refuses(Consumer<PipelineDraft> description, String... parts) {
    assertThatThrownBy(() -> Pipeline.named("p", description))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(parts);
  }

  @Test
  void givesEverythingItsNameAndColumns() {
    Pipeline pipeline =
        Pipeline.named(
            "p",
            p ->
                p.keyGroups(3)
                    .batchSize(17)
                    .source("events", BOUNDED)
                    .time(times())
                    .rejectedTo(out)
                    .keyBy(KEY)
                    .window(MINUTES)
                    .aggregate(count(), sumOfLongs(Event::value).as("total"))
                    .to(out));

    assertThat(pipeline.keyGroups()).isEqualTo(3);
    assertThat(pipeline.limits().batchSize()).isEqualTo(17);
    assertThat(pipeline.streams()).extracting(StreamSpec::name).containsExactly("events-windows");
    assertThat(pipeline.sinks())
        .extracting(SinkSpec::name)
        .containsExactly("events-rejected", "events-windows");
    assertThat(out.columns.get(1))
        .containsExactly("window_start", "window_end", "device", "count", "total");
  }

  @Test
  void takesTheBasisFromTheTimesThereAre() {
    assertThat(times().policyOf(false).basis()).isEqualTo(Basis.BACKFILL);
    assertThat(times().policyOf(true).basis()).isEqualTo(Basis.EVENT_TIME);
    assertThat(times().arrivalTime(Event::time).policyOf(false).basis())
        .isEqualTo(Basis.EVENT_TIME);
    assertThat(TimePolicy.arrivalTime(Event::time).policyOf(false).basis())
        .isEqualTo(Basis.ARRIVAL_TIME);
    assertThat(TimePolicy.wallClock().policyOf(true).basis()).isEqualTo(Basis.ARRIVAL_TIME);
  }

  @Test
  void knowsTheKeyOfTheSubstreamsByItsObject() {
    Pipeline pipeline =
        Pipeline.named(
            "p",
            p -> {
              AdmittedStage<Event> events =
                  p.source("events", BOUNDED).time(times().substreams(KEY).confined());
              events.keyBy(KEY).window(MINUTES).aggregate("inside", count()).to(out);
              events
                  .keyBy("device", Event::key)
                  .window(MINUTES)
                  .aggregate("groups", count())
                  .to(out);
            });

    Plan plan = new Plan(pipeline);
    assertThat(plan.runsInSubstreams(plan.stream("inside"))).isTrue();
    assertThat(plan.runsInSubstreams(plan.stream("groups"))).isFalse();
  }

  @Test
  void showsFunctionsARecordKeyAsTheRecord() {
    record Device(String name, long group) {}
    Pipeline pipeline =
        Pipeline.named(
            "p",
            p ->
                p.source("events", BOUNDED)
                    .time(times())
                    .keyBy(Device.class, event -> new Device(event.key(), event.value()))
                    .window(MINUTES)
                    .aggregate("first", count())
                    .keyBy("group", result -> result.key().group())
                    .window(MINUTES)
                    .aggregate(
                        "second",
                        sumOfLongs((WindowResult<Device> result) -> result.value(0, Long.class)))
                    .to(out));

    WindowResult<?> held = new WindowResult<>(0, 60, List.<Object>of("d", 7L), List.of(5L));
    assertThat(pipeline.streams().get(1).inputs().get(0).key().key().apply(held)).isEqualTo(7L);
  }

  @Test
  void refusesWhatLeadsNowhere() {
    refuses(p -> p.source("events", BOUNDED), "a source has no times: source=events");
    refuses(
        p -> p.source("events", BOUNDED).time(times()), "nothing reads a source: source=events");
    refuses(
        p -> p.source("events", BOUNDED).time(times()).window(MINUTES).aggregate("s", count()),
        "nothing takes the results of a stream: stream=s");
    refuses(p -> {}, "a pipeline needs a sink");
  }

  @Test
  void refusesTwoThingsOfOneName() {
    refuses(
        p -> {
          var events = p.source("events", BOUNDED).time(times());
          events.window(MINUTES).aggregate(count()).to(out);
          events.window(MINUTES).aggregate(count()).to(out);
        },
        "two sources or streams have one name: stream=events-windows");
    refuses(
        p ->
            p.source("e", BOUNDED).time(times()).window(MINUTES).aggregate(count()).to(out).to(out),
        "two sinks have one name: sink=e-windows");
    refuses(
        p ->
            p.source("e", BOUNDED)
                .time(times())
                .window(MINUTES)
                .aggregate(sumOfLongs(Event::value), sumOfLongs(Event::value))
                .to(out),
        "two columns of the result have one name: stream=e-windows, column=sum",
        "as(…)");
    refuses(
        p ->
            p.source("e", BOUNDED)
                .time(times())
                .keyBy("window_end", Event::key)
                .window(MINUTES)
                .aggregate(count())
                .to(out),
        "column=window_end");
  }

  @Test
  void refusesWhatIsNoName() {
    refuses(p -> p.source("a/b", BOUNDED), "not a name: source=a/b, expected=letters");
    assertThatThrownBy(() -> Pipeline.named("", p -> {}))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void refusesTimesThatDoNotFitTheSource() {
    refuses(
        p -> p.source("e", BOUNDED).time(TimePolicy.wallClock()), "source=e", "has no wall clock");
    refuses(p -> p.source("e", BOUNDED).time(times().confined()), "confined", "substreams(…)");
    refuses(
        p -> p.source("e", GROWING).time(times().substreams(KEY).lateUnbounded()),
        "need the arrival floor");
  }

  @Test
  void refusesASourceWhoseElementsNobodyCanWrite() {
    refuses(
        p -> p.source("e", new Unread(false, false)).time(times()),
        "source=e",
        "codec(…), for a record class RecordCodec.of(CLASS)");
  }

  @Test
  void endsWithItsDescription() {
    List<PipelineDraft> kept = new ArrayList<>();
    Pipeline.named(
        "p",
        p -> {
          kept.add(p);
          p.source("e", BOUNDED).time(times()).rejectedTo(out);
        });

    assertThatThrownBy(() -> kept.get(0).keyGroups(2))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("pipeline=p");
  }

  @Test
  void resultsOfSeveralWindowsHaveAColumnWithTheirName() {
    Pipeline.named(
        "p",
        p ->
            p.source("events", BOUNDED)
                .time(times())
                .keyBy(KEY)
                .window(Windows.named("minute", MINUTES), Windows.named("visit", SESSION))
                .aggregate(count())
                .to(out));

    assertThat(out.columns)
        .containsExactly(List.of("window_start", "window_end", "device", "window", "count"));
    refuses(
        p ->
            p.source("events", BOUNDED)
                .time(times())
                .keyBy(KEY)
                .window(Windows.named("a", MINUTES), Windows.named("a", SESSION)),
        "two windows have the name a");
  }
}
