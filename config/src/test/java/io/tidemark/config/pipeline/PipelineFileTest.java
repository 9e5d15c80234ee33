package io.tidemark.config.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.config.pipeline.Selection.Function;
import io.tidemark.config.pipeline.SourceSettings.FlushAtEnd;
import io.tidemark.config.pipeline.SourceSettings.Partitioning;
import io.tidemark.config.pipeline.SourceSettings.TimeColumn;
import io.tidemark.core.entity.WaitingPolicy;
import io.tidemark.core.row.ColumnType;
import io.tidemark.core.time.OnViolation;
import io.tidemark.core.time.TimePolicy;
import io.tidemark.core.time.TimestampFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a pipeline file says, setting by setting, and what holds where it says nothing. */
class PipelineFileTest {
  private final PipelineFiles files;

  PipelineFileTest(@TempDir Path folder) {
    files = new PipelineFiles(folder);
  }

  @Test
  void readsEverySettingOfASource() {
    SourceSettings source = files.read(PipelineFiles.COMPLETE).sources().get(0);

    assertThat(source.name()).isEqualTo("readings");
    assertThat(source.format()).isEqualTo(Format.CSV);
    assertThat(source.paths()).containsExactly("traffic/*.csv");
    assertThat(source.fileNameAs()).isEqualTo("sensor");
    assertThat(source.partitioning()).isEqualTo(new Partitioning(4, List.of("sensor")));
    assertThat(source.columns()).isEqualTo(Map.of("value", ColumnType.DOUBLE));
    assertThat(source.eventTime())
        .isEqualTo(new TimeColumn("timestamp", TimestampFormat.EPOCH_SECONDS));
    assertThat(source.arrivalTime()).isEqualTo(new TimeColumn("received", TimestampFormat.ISO8601));
    assertThat(source.substreams()).containsExactly("sensor");
    assertThat(source.confined()).isTrue();
    assertThat(source.follow()).isTrue();
    assertThat(source.flushAtEnd()).isEqualTo(FlushAtEnd.WATERMARK);
    assertThat(source.stopOnBadInput()).isTrue();
    assertThat(source.time())
        .isEqualTo(
            TimePolicy.defaults()
                .earlyOff()
                .onEarly(OnViolation.ADJUST)
                .late(Duration.ofMinutes(5), OnViolation.DROP)
                .outOfOrder(Duration.ofMinutes(2), OnViolation.DROP)
                .arrivalFloor(true)
                .limitByArrival(true)
                .idleTick(Duration.ofSeconds(2)));
  }

  @Test
  void readsEverySettingOfAStream() {
    StreamSettings stream = files.read(PipelineFiles.COMPLETE).streams().get(0);

    assertThat(stream.froms()).containsExactly("readings");
    assertThat(stream.where()).isNull();
    assertThat(stream.work())
        .isEqualTo(
            new StreamSettings.Windowed(
                List.of("sensor"),
                new WindowSettings.Fixed(
                    Duration.ofHours(1), Duration.ofMinutes(15), Duration.ofMinutes(-5), true),
                List.of(
                    new Selection(Function.COUNT, null, null, "n"),
                    new Selection(Function.AVG, null, Term.ofRow("value"), "mean"))));
  }

  @Test
  void readsEverySettingOfSinks() {
    assertThat(files.read(PipelineFiles.COMPLETE).sinks())
        .containsExactly(
            new SinkSettings("out", "hourly", false, Format.CSV, "out/hourly.csv", false, true),
            new SinkSettings("rejected", "readings", true, Format.JSONL, "-", true, false));
  }

  @Test
  void readsEverySettingOfThePipeline() {
    PipelineFile pipeline = files.read(PipelineFiles.COMPLETE);

    assertThat(pipeline.name()).isEqualTo("traffic");
    assertThat(pipeline.keyGroups()).isEqualTo(3);
    assertThat(pipeline.batchSize()).isEqualTo(100);
    assertThat(pipeline.exactBatches()).isTrue();
    assertThat(pipeline.waiting()).isEqualTo(WaitingPolicy.SLOW);
    assertThat(pipeline.journal().fsync()).isFalse();
    assertThat(pipeline.journal().queueWrites()).isEqualTo(7);
    assertThat(pipeline.journal().diskReserveBytes()).isEqualTo(1_000_000);
    assertThat(pipeline.state()).isEqualTo(files.folder().resolve("state/here"));
  }

  @Test
  void readsASmallFileWithEveryDefault() {
    PipelineFile pipeline = files.read(PipelineFiles.SMALL);

    assertThat(pipeline.name()).isEqualTo("small");
    assertThat(pipeline.state()).isEqualTo(files.folder().resolve(".tidemark/small"));
    assertThat(pipeline.keyGroups()).isEqualTo(8);
    assertThat(pipeline.batchSize()).isEqualTo(4096);
    assertThat(pipeline.exactBatches()).isFalse();
    assertThat(pipeline.waiting()).isEqualTo(WaitingPolicy.REFUSE);
    SourceSettings source = pipeline.sources().get(0);
    assertThat(source.format()).isEqualTo(Format.CSV);
    assertThat(source.partitioning()).isNull();
    assertThat(source.time()).isEqualTo(TimePolicy.defaults().backfill());
    assertThat(source.flushAtEnd()).isEqualTo(FlushAtEnd.INFINITY);
    assertThat(pipeline.sinks().get(0).ordered()).isTrue();
  }

  @Test
  void readsAFollowedSourceWithoutArrivalTimesByTheWallClock() {
    PipelineFile pipeline =
        files.read(PipelineFiles.SMALL.replace("paths", "follow = true, paths"));

    assertThat(pipeline.sources().get(0).time()).isEqualTo(TimePolicy.defaults());
  }

  @Test
  void readsASourceWithoutEventTimeByItsArrival() {
    PipelineFile pipeline = files.read(PipelineFiles.SMALL.replace("event-time", "arrival-time"));

    assertThat(pipeline.sources().get(0).time()).isEqualTo(TimePolicy.defaults().byArrival());
  }

  @Test
  void readsStreamsInTheOrderTheyFeedEachOther() {
    PipelineFile pipeline =
        files.read(
            PipelineFiles.SMALL.replace(
                "streams.s",
                """
                streams.last { from = middle, window { tumbling = 1d }, select = ["sum(n)"] }
                streams.middle { from = s, window { tumbling = 6h }, select = ["sum(n) as n"] }
                streams.s\
                """));

    assertThat(pipeline.streams().stream().map(StreamSettings::name))
        .containsExactly("s", "middle", "last");
  }

  @Test
  void readsSubstitutionsAndIncludes() throws IOException {
    Files.writeString(files.folder().resolve("sink.conf"), "from = s, path = \"included.csv\"");

    PipelineFile pipeline =
        files.read(
            PipelineFiles.SMALL
                .replace("{ from = s, path = \"out.csv\" }", "{ include \"sink.conf\" }")
                .replace("key-by", "key-by")
                .replace(
                    "tumbling = 1h",
                    "tumbling = 1h, offset = ${pipeline.streams.s.window.tumbling}"));

    assertThat(pipeline.sinks().get(0).path()).isEqualTo("included.csv");
    Duration hour = Duration.ofHours(1);
    assertThat(pipeline.streams().get(0).work())
        .isEqualTo(
            new StreamSettings.Windowed(
                List.of(),
                new WindowSettings.Fixed(hour, hour, hour, false),
                List.of(new Selection(Function.COUNT, null, null, "n"))));
  }

  @Test
  void readsNullAsAbsent() {
    PipelineFile pipeline =
        files.read(PipelineFiles.SMALL.replace("paths", "time { late = null }, paths"));

    assertThat(pipeline.sources().get(0).time().late().bound()).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void readsEverySettingWithItsPlaceOrAsADefault() {
    PipelineFile pipeline = files.read(PipelineFiles.SMALL);

    assertThat(pipeline.settings())
        .anySatisfy(
            setting -> {
              assertThat(setting.path()).isEqualTo("pipeline.streams.s.window.tumbling");
              assertThat(setting.value()).isEqualTo("1h");
              assertThat(setting.place().line()).isEqualTo(3);
              assertThat(setting.isDefault()).isFalse();
            })
        .anySatisfy(
            setting -> {
              assertThat(setting.path()).isEqualTo("pipeline.sources.a.time.late");
              assertThat(setting.value()).isEqualTo("5s");
              assertThat(setting.isDefault()).isTrue();
            });
  }
}
