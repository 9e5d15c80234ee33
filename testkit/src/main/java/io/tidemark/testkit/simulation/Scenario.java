package io.tidemark.testkit.simulation;

import io.tidemark.core.codec.Codec;
import io.tidemark.core.codec.ValueCodec;
import io.tidemark.core.entity.Limits;
import io.tidemark.core.entity.WaitingPolicy;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.message.Piece;
import io.tidemark.core.message.Pieces;
import io.tidemark.core.partition.PartitionSettings.FlushAtEnd;
import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.pipeline.SinkSpec;
import io.tidemark.core.pipeline.SourceSpec;
import io.tidemark.core.pipeline.StreamSpec;
import io.tidemark.core.pipeline.TransformWork;
import io.tidemark.core.pipeline.WindowWork;
import io.tidemark.core.row.RecordCodec;
import io.tidemark.core.row.ValueOrder;
import io.tidemark.core.sink.Sink;
import io.tidemark.core.sink.SinkWriter;
import io.tidemark.core.time.OnViolation;
import io.tidemark.core.time.Time;
import io.tidemark.core.time.TimePolicy;
import io.tidemark.core.transform.OnFailure;
import io.tidemark.core.transform.Rules;
import io.tidemark.core.transform.TransformFailure;
import io.tidemark.core.window.Aggregates;
import io.tidemark.core.window.CalendarWindows;
import io.tidemark.core.window.FixedWindows;
import io.tidemark.core.window.LimitedSessionWindows;
import io.tidemark.core.window.SeveralWindows;
import io.tidemark.core.window.WindowResult;
import io.tidemark.core.window.Windows;
import io.tidemark.testkit.simulation.ScriptedReadings.Reading;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A small random pipeline with random input: a function of its seed. */
public final class Scenario {
  /** Which times the source gives. */
  private enum Times {
    /** Of the event and of its arrival. */
    BOTH,
    /** Of the event; where the source follows, arrival is the wall clock, else there is none. */
    EVENT,
    /** Of the arrival only. */
    ARRIVAL
  }

  /** So few outputs that wait for progress end some of the pipelines that have this bound. */
  static final int FEW_OUTPUTS = 40;

  private final Random random;

  /** Apart, so that the rest of a scenario does not depend on whether it has a transform. */
  private final Random transforms;

  /** Apart for the same reason: which windows are of a kind of their own. */
  private final Random kinds;

  /** Apart likewise: what is taken in pieces. */
  private final Random pieces;

  private final int partitions;
  private final boolean substreams;
  private final boolean confined;
  private final boolean follows;
  private final FlushAtEnd flush;
  private final Times times;
  private final int gatingOutputs;
  private final int liveKeys;
  private final ScriptedReadings readings;

  private Scenario(long seed) {
    this.random = new Random(seed * 31 + 7);
    this.transforms = new Random(seed * 37 + 11);
    this.kinds = new Random(seed * 41 + 13);
    this.pieces = new Random(seed * 43 + 17);
    this.partitions = 1 + random.nextInt(3);
    this.substreams = random.nextBoolean();
    this.confined = random.nextInt(3) > 0;
    this.follows = random.nextInt(3) == 0;
    this.flush = random.nextInt(3) > 0 ? FlushAtEnd.INFINITY : oneOf(FlushAtEnd.values());
    this.times = random.nextInt(3) > 0 ? Times.BOTH : oneOf(Times.values());
    this.gatingOutputs = random.nextInt(8) == 0 ? FEW_OUTPUTS : 1_000_000;
    this.liveKeys = seed % 3 == 0 ? 1 + (int) (seed / 3 % 5) : 1_000;
    this.readings = new ScriptedReadings(random, confined, follows);
  }

  private <T> T oneOf(T[] values) {
    return values[random.nextInt(values.length)];
  }

  /** The pipeline of the seed. */
  public static Pipeline of(long seed) {
    return new Scenario(seed).pipeline();
  }

  private Pipeline pipeline() {
    List<StreamSpec> streams = new ArrayList<>();
    List<SinkSpec> sinks = new ArrayList<>();
    streams.add(
        StreamSpec.windowed(
            "first",
            "readings",
            substreams,
            new WindowWork(
                sensor(),
                windows(20),
                List.of(
                    Aggregates.count(),
                    Aggregates.sumOfLongs(r -> ((Reading) r).value()),
                    Aggregates.max(r -> ((Reading) r).value())))));
    sinks.add(sink("rows", new SinkSpec.Feed.OfStream("first")));
    if (random.nextInt(3) == 0) {
      streams.add(
          StreamSpec.windowed(
              "second",
              "first",
              false,
              new WindowWork(
                  KeySelector.ofValues(r -> ((WindowResult<?>) r).key().hashCode() % 2L),
                  windows(60),
                  List.of(Aggregates.count(), Aggregates.sumOfLongs(Scenario::numberOf)))));
      sinks.add(sink("second-rows", new SinkSpec.Feed.OfStream("second")));
    }
    if (transforms.nextInt(2) == 0) {
      streams.add(tally());
      sinks.add(sink("tallies", new SinkSpec.Feed.OfStream("tally")));
    }
    if (transforms.nextInt(2) == 0) {
      sinks.add(elements());
    }
    if (random.nextInt(4) > 0) {
      sinks.add(sink("rejected", new SinkSpec.Feed.OfDiagnostics("readings")));
    }
    return new Pipeline(
        "scenario", List.of(source()), streams, sinks, 1 + random.nextInt(3), limits());
  }

  private static @Nullable Object mostNumbers(Object reading) {
    long number = numberOf(reading);
    return number % 4 == 0 ? null : (Object) number;
  }

  /** A sink of readings, or of readings and results of windows, most of them. */
  // Nullness of a record's type arguments is lost when the record comes from another module.
  @SuppressWarnings("NullAway")
  private SinkSpec elements() {
    List<SinkSpec.Feed.OfElements.Element> parts = new ArrayList<>();
    parts.add(
        new SinkSpec.Feed.OfElements.Element("readings", piecesOrNone(), Scenario::mostNumbers));
    if (!substreams && transforms.nextBoolean()) {
      parts.add(new SinkSpec.Feed.OfElements.Element("first", null));
    }
    return sink("elements", new SinkSpec.Feed.OfElements(parts));
  }

  private StreamSpec tally() {
    int kind = transforms.nextInt(6);
    if (kind == 0) {
      return tally("first", half(), false);
    } else if (kind == 1 && !substreams) {
      return tally(List.of(input("first", half()), input("readings", third())), false);
    } else if (transforms.nextBoolean()) {
      return tally("readings", sensor(), substreams);
    }
    return tally("readings", third(), false);
  }

  private StreamSpec tally(String from, KeySelector<Object, Object> key, boolean bySubstream) {
    return tally(
        List.of(bySubstream ? new StreamSpec.Input(from, key) : input(from, key)), bySubstream);
  }

  private StreamSpec tally(List<StreamSpec.Input> inputs, boolean bySubstream) {
    long quiet = transforms.nextInt(3) == 0 ? (5 + transforms.nextInt(40)) : 0;
    Rules rules =
        new Rules(
            List.of(Tally.NOTES.name()),
            quiet == 0 ? Time.MAX : quiet * readings.tickMicros(),
            transforms.nextBoolean() ? OnFailure.SKIP : OnFailure.STOP);
    TransformWork work =
        new TransformWork(
            inputs.get(0).key(),
            new Tally(
                Scenario::numberOf, readings.tickMicros(), rules.onFailure() == OnFailure.SKIP),
            key -> key,
            Map.of(),
            objects(ValueCodec.INSTANCE),
            List.of(
                objects(ValueCodec.INSTANCE),
                objects(RecordCodec.of(Tally.NOTES.form())),
                objects(RecordCodec.of(TransformFailure.class))),
            rules);
    return new StreamSpec("tally", inputs, bySubstream, work);
  }

  private static KeySelector<Object, Object> half() {
    return KeySelector.ofValues(
        element ->
            element instanceof Piece piece
                ? Math.floorMod(numberOf(piece), 3L)
                : Math.floorMod((long) ((WindowResult<?>) element).key().hashCode(), 2L));
  }

  private StreamSpec.Input input(String from, KeySelector<Object, Object> key) {
    return new StreamSpec.Input(from, key, piecesOrNone());
  }

  /** None, one or several things of each element, with keys of their own. */
  private @Nullable Pieces piecesOrNone() {
    if (pieces.nextInt(3) > 0) {
      return null;
    }
    int most = 1 + pieces.nextInt(4);
    return element -> {
      List<Object> made = new ArrayList<>();
      for (long i = Math.floorMod(numberOf(element), most); i > 0; i--) {
        made.add(numberOf(element) * 5 + i);
      }
      return made;
    };
  }

  private static KeySelector<Object, Object> third() {
    return KeySelector.ofValues(reading -> Math.floorMod(numberOf(reading), 3L));
  }

  /** The value of a reading, the count of a result, or what was made of one. */
  private static long numberOf(Object element) {
    if (element instanceof Piece piece) {
      return (Long) piece.value();
    }
    if (element instanceof WindowResult<?> result) {
      // A name of windows, or whether the result is final, comes first where there is one.
      return (Long) result.values().get(result.values().get(0) instanceof Long ? 0 : 1);
    }
    return ((Reading) element).value();
  }

  private Limits limits() {
    int batch = 1 + random.nextInt(9);
    return Limits.defaults()
        .with(
            bounds ->
                bounds
                    .batchSize(batch)
                    .batchesAtOnce(random.nextInt(3) == 0 ? 1 : 8)
                    .window(1 + random.nextInt(4))
                    .inFlightElements(10 + random.nextInt(40))
                    .aheadElements(10 + random.nextInt(60))
                    .retainedElements(20 + random.nextInt(60))
                    .retainedOutputs(5 + random.nextInt(30))
                    .gatingOutputs(gatingOutputs)
                    .recordElements(3 + random.nextInt(15))
                    .recordAfterMicros(random.nextInt(400_000))
                    .fireRows(1 + random.nextInt(6))
                    .commitRows(1 + random.nextInt(6))
                    .resendAfterMicros(100_000 + random.nextInt(400_000))
                    .passivateAfterMicros(random.nextInt(600_000))
                    .keysPerTick(1 + random.nextInt(4))
                    .liveKeys(liveKeys)
                    .waiting(pieces.nextInt(3) == 0 ? WaitingPolicy.SLOW : WaitingPolicy.REFUSE)
                    .pingEveryMicros(100_000 + random.nextInt(300_000)));
  }

  // Nullness of a record's type arguments is lost when the record comes from another module.
  @SuppressWarnings("NullAway")
  private static KeySelector<Object, Object> sensor() {
    return new KeySelector<Object, Object>(
        Scenario::sensorOf, objects(ValueCodec.INSTANCE), ValueOrder.INSTANCE);
  }

  private static @Nullable Object sensorOf(Object reading) {
    return reading instanceof Piece piece ? sensorOf(piece.held()) : ((Reading) reading).sensor();
  }

  private Windows windows(long size) {
    FixedWindows windows =
        random.nextBoolean()
            ? Windows.tumbling(ticks(size))
            : Windows.hopping(ticks(size), ticks(1 + random.nextInt(30)));
    windows = windows.offset(ticks(random.nextInt(21) - 10));
    windows = random.nextBoolean() ? windows : windows.endInclusive();
    return switch (kinds.nextInt(12)) {
      case 0 -> calendar();
      case 1, 2 -> Windows.session(ticks(1 + kinds.nextInt(25)));
      case 3 ->
          new SeveralWindows(
              List.of(
                  Windows.named("short", Windows.session(ticks(1 + kinds.nextInt(9)))),
                  Windows.named("drawn", windows)));
      case 4, 5 -> ofMoments();
      case 6 ->
          new SeveralWindows(
              List.of(Windows.named("moments", ofMoments()), Windows.named("drawn", windows)));
      case 7 -> Windows.partial(Windows.tumbling(ticks(size)), ticks(7 + kinds.nextInt(20)));
      default -> windows;
    };
  }

  private Windows ofMoments() {
    return switch (kinds.nextInt(4)) {
      case 0 -> Windows.count(1 + kinds.nextInt(4));
      case 1 -> Windows.sliding(ticks(1 + kinds.nextInt(25)));
      case 2 -> Windows.sliding(ticks(1 + kinds.nextInt(25))).onEnterOnly();
      default -> limited();
    };
  }

  private Windows limited() {
    LimitedSessionWindows windows =
        Windows.session(ticks(1 + kinds.nextInt(20))).atMost(ticks(1 + kinds.nextInt(40)));
    return kinds.nextBoolean() ? windows : windows.cutOnGrid();
  }

  /** Most readings of a bounded source are of one day, some of the day before. */
  private CalendarWindows calendar() {
    CalendarWindows windows =
        kinds.nextBoolean()
            ? Windows.days(ZoneOffset.UTC)
            : Windows.weeks(ZoneOffset.UTC, DayOfWeek.THURSDAY);
    return kinds.nextBoolean() ? windows : windows.endInclusive();
  }

  private Duration ticks(long ticks) {
    return Duration.ofNanos(ticks * readings.tickMicros() * 1_000);
  }

  private SinkSpec sink(String name, SinkSpec.Feed feed) {
    Sink.Order order = random.nextInt(4) == 0 ? Sink.Order.KEY : Sink.Order.TIME;
    return new SinkSpec(name, feed, Scenario::noWriter, order);
  }

  private static SinkWriter<Object> noWriter() {
    throw new AssertionError("the simulation writes by itself");
  }

  private SourceSpec source() {
    return new SourceSpec(
        "readings",
        readings.source(partitions),
        times == Times.ARRIVAL ? null : r -> ((Reading) r).eventMicros(),
        times == Times.EVENT ? null : r -> ((Reading) r).arrivalMicros(),
        policy(),
        substreams ? sensor() : null,
        confined,
        confined && random.nextBoolean(),
        flush,
        false,
        objects(ScriptedReadings.CODEC));
  }

  @SuppressWarnings("unchecked")
  private static Codec<Object> objects(Codec<?> codec) {
    return (Codec<Object>) codec;
  }

  private TimePolicy basis(TimePolicy policy) {
    return switch (times) {
      case BOTH -> policy;
      case EVENT -> follows ? policy : policy.backfill();
      case ARRIVAL -> policy.byArrival();
    };
  }

  private TimePolicy policy() {
    TimePolicy policy =
        basis(TimePolicy.defaults().idleTick(Duration.ofMillis(20 + random.nextInt(280))))
            .early(
                ticks(random.nextInt(30)),
                random.nextBoolean() ? OnViolation.DROP : OnViolation.ADJUST)
            .outOfOrder(
                ticks(random.nextInt(10)),
                random.nextBoolean() ? OnViolation.DROP : OnViolation.ADJUST);
    if (random.nextInt(5) == 0) {
      return policy.lateUnbounded();
    }
    return policy.late(
        ticks(random.nextInt(40)), random.nextBoolean() ? OnViolation.DROP : OnViolation.ADJUST);
  }
}
