package io.tidemark.config.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidemark.config.pipeline.Selection.Function;
import io.tidemark.config.pipeline.SourceSettings.FlushAtEnd;
import io.tidemark.config.pipeline.SourceSettings.Partitioning;
import io.tidemark.config.pipeline.SourceSettings.TimeColumn;
import io.tidemark.config.refusal.Refused;
import io.tidemark.core.row.ColumnType;
import io.tidemark.core.row.Schema;
import io.tidemark.core.row.Schema.Column;
import io.tidemark.core.time.OnViolation;
import io.tidemark.core.time.TimePolicy;
import io.tidemark.core.time.TimestampFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PipelineFileTest {
  private static final String COMPLETE =
      """
      pipeline {
        name = traffic
        sources.readings {
          format = csv
          paths = ["traffic/*.csv"]
          file-name-as = sensor
          partitions = 4, partition-by = [sensor]
          columns { value = double }
          event-time { column = timestamp, format = epoch-seconds }
          arrival-time { column = received }
          time {
            early = off, on-early = adjust, late = 5m, on-late = drop
            out-of-order = 2m, on-out-of-order = drop
            substreams = [sensor], confined = true
            arrival-floor = on, limit-by-arrival = on, idle-tick = 2s
          }
          follow = true
          flush-at-end = watermark
          on-bad-input = stop
        }
        streams.hourly {
          from = readings
          key-by = [sensor]
          window { hopping { size = 1h, hop = 15m }, closed = right, offset = -5m }
          select = ["count() as n", "avg(value) as mean"]
        }
        sinks.out { from = hourly, format = csv, path = "out/hourly.csv", order = key, overwrite = true }
        sinks.rejected { from = readings.diagnostics, format = jsonl, path = "-" }
        key-groups = 3, batch-size = 100
        journal { fsync = off, queue = 7, disk-reserve = 1MB }
        state = "state/here"
      }
      """;

  private static final String SMALL =
      """
      pipeline {
        sources.a { paths = ["a.csv"], event-time { column = t } }
        streams.s { from = a, window { tumbling = 1h }, select = ["count() as n"] }
        sinks.out { from = s, path = "out.csv" }
      }
      """;

  @TempDir Path folder;

  private Path write(String text) {
    try {
      return Files.writeString(folder.resolve("small.conf"), text);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private PipelineFile read(String text) {
    try {
      return PipelineFile.read(write(text));
    } catch (Refused e) {
      throw new AssertionError("refused: " + e.getMessage(), e);
    }
  }

  /** What reading the text is refused for, without the folder. */
  private String refusal(String text) {
    Path file = write(text);
    Refused refused = catchThrowableOfType(Refused.class, () -> PipelineFile.read(file));
    assertThat(refused).as("refused").isNotNull();
    return String.valueOf(refused.getMessage()).replace(folder + "/", "");
  }

  /** What the small file is refused for, once a part of it reads otherwise. */
  private String refusal(String part, String instead) {
    assertThat(SMALL).contains(part);
    return refusal(SMALL.replace(part, instead));
  }

  @Nested
  class Reads {
    @Test
    void everySettingOfASource() {
      SourceSettings source = read(COMPLETE).sources().get(0);

      assertThat(source.name()).isEqualTo("readings");
      assertThat(source.format()).isEqualTo(Format.CSV);
      assertThat(source.paths()).containsExactly("traffic/*.csv");
      assertThat(source.fileNameAs()).isEqualTo("sensor");
      assertThat(source.partitioning()).isEqualTo(new Partitioning(4, List.of("sensor")));
      assertThat(source.columns()).isEqualTo(Map.of("value", ColumnType.DOUBLE));
      assertThat(source.eventTime())
          .isEqualTo(new TimeColumn("timestamp", TimestampFormat.EPOCH_SECONDS));
      assertThat(source.arrivalTime())
          .isEqualTo(new TimeColumn("received", TimestampFormat.ISO8601));
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
    void everySettingOfAStream() {
      StreamSettings stream = read(COMPLETE).streams().get(0);

      assertThat(stream.from()).isEqualTo("readings");
      assertThat(stream.keyBy()).containsExactly("sensor");
      assertThat(stream.window())
          .isEqualTo(
              new WindowSettings(
                  Duration.ofHours(1), Duration.ofMinutes(15), Duration.ofMinutes(-5), true));
      assertThat(stream.select())
          .containsExactly(
              new Selection(Function.COUNT, null, "n"),
              new Selection(Function.AVG, "value", "mean"));
    }

    @Test
    void everySettingOfSinks() {
      assertThat(read(COMPLETE).sinks())
          .containsExactly(
              new SinkSettings("out", "hourly", false, Format.CSV, "out/hourly.csv", false, true),
              new SinkSettings("rejected", "readings", true, Format.JSONL, "-", true, false));
    }

    @Test
    void everySettingOfThePipeline() {
      PipelineFile pipeline = read(COMPLETE);

      assertThat(pipeline.name()).isEqualTo("traffic");
      assertThat(pipeline.keyGroups()).isEqualTo(3);
      assertThat(pipeline.batchSize()).isEqualTo(100);
      assertThat(pipeline.exactBatches()).isTrue();
      assertThat(pipeline.journal().fsync()).isFalse();
      assertThat(pipeline.journal().queueWrites()).isEqualTo(7);
      assertThat(pipeline.journal().diskReserveBytes()).isEqualTo(1_000_000);
      assertThat(pipeline.state()).isEqualTo(folder.resolve("state/here"));
    }

    @Test
    void aSmallFileWithEveryDefault() {
      PipelineFile pipeline = read(SMALL);

      assertThat(pipeline.name()).isEqualTo("small");
      assertThat(pipeline.state()).isEqualTo(folder.resolve(".tidemark/small"));
      assertThat(pipeline.keyGroups()).isEqualTo(8);
      assertThat(pipeline.batchSize()).isEqualTo(4096);
      assertThat(pipeline.exactBatches()).isFalse();
      SourceSettings source = pipeline.sources().get(0);
      assertThat(source.format()).isEqualTo(Format.CSV);
      assertThat(source.partitioning()).isNull();
      assertThat(source.time()).isEqualTo(TimePolicy.defaults().backfill());
      assertThat(source.flushAtEnd()).isEqualTo(FlushAtEnd.INFINITY);
      assertThat(pipeline.sinks().get(0).ordered()).isTrue();
    }

    @Test
    void aFollowedSourceWithoutArrivalTimesByTheWallClock() {
      PipelineFile pipeline = read(SMALL.replace("paths", "follow = true, paths"));

      assertThat(pipeline.sources().get(0).time()).isEqualTo(TimePolicy.defaults());
    }

    @Test
    void aSourceWithoutEventTimeByItsArrival() {
      PipelineFile pipeline = read(SMALL.replace("event-time", "arrival-time"));

      assertThat(pipeline.sources().get(0).time()).isEqualTo(TimePolicy.defaults().byArrival());
    }

    @Test
    void streamsInTheOrderTheyFeedEachOther() {
      PipelineFile pipeline =
          read(
              SMALL.replace(
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
    void substitutionsAndIncludes() throws IOException {
      Files.writeString(folder.resolve("sink.conf"), "from = s, path = \"included.csv\"");

      PipelineFile pipeline =
          read(
              SMALL
                  .replace("{ from = s, path = \"out.csv\" }", "{ include \"sink.conf\" }")
                  .replace("key-by", "key-by")
                  .replace(
                      "tumbling = 1h",
                      "tumbling = 1h, offset = ${pipeline.streams.s.window.tumbling}"));

      assertThat(pipeline.sinks().get(0).path()).isEqualTo("included.csv");
      assertThat(pipeline.streams().get(0).window().offset()).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void nullAsAbsent() {
      PipelineFile pipeline = read(SMALL.replace("paths", "time { late = null }, paths"));

      assertThat(pipeline.sources().get(0).time().late().bound()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void everySettingWithItsPlaceOrAsADefault() {
      PipelineFile pipeline = read(SMALL);

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

  @Nested
  class RefusesWithPlaceValueAndWhatIsAllowed {
    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "tumbling = 1h | tumbling = 1hour | small.conf:3: pipeline.streams.s.window.tumbling ="
              + " 1hour: not a duration; allowed: an integer and us, ms, s, m, h or d, such as 90s,"
              + " above zero",
          "tumbling = 1h | tumbling = 60 | pipeline.streams.s.window.tumbling = 60: not a duration",
          "tumbling = 1h | tumbling = 0s | pipeline.streams.s.window.tumbling = 0s: zero",
          "tumbling = 1h | tumbling = -1h | pipeline.streams.s.window.tumbling = -1h: negative",
          "tumbling = 1h | tumbling = [1h] | a list, where one value is expected",
          "tumbling = 1h | tumbling { size = 1h } | a block, where one value is expected",
          "tumbling = 1h | tumbling = 1h, closed = both | small.conf:3:"
              + " pipeline.streams.s.window.closed = both: not one of the words; allowed: left,"
              + " right",
          "tumbling = 1h | tumbling = 1h, closed = rigth | did you mean right?",
          "tumbling = 1h | closed = left | neither tumbling nor hopping; exactly one of",
          "tumbling = 1h | tumbling = 1h, hopping { size = 1h, hop = 1h } | tumbling stands there"
              + " too",
          "tumbling = 1h | hopping { size = 1h } | pipeline.streams.s.window.hopping.hop: missing",
          "paths = [\"a.csv\"] | paths = \"a.csv\" | pipeline.sources.a.paths = a.csv: not a"
              + " list; allowed: a list such as [\"data/*.csv\"]",
          "paths = [\"a.csv\"] | paths = [] | pipeline.sources.a.paths = []: an empty list",
          "paths = [\"a.csv\"] | paths = [a.csv, a.csv] | a.csv stands there twice",
          "paths = [\"a.csv\"] | path = [\"a.csv\"] | small.conf:2: pipeline.sources.a.path: no"
              + " such setting; did you mean paths? allowed here: paths, ",
          "paths = [\"a.csv\"] | path = [\"a.csv\"] | pipeline.sources.a.paths: missing",
          "paths = [\"a.csv\"] | paths = [\"a.txt\"] | pipeline.sources.a.format: missing; allowed:"
              + " csv, jsonl",
          "paths | format = xml, paths | pipeline.sources.a.format = xml: not one of the words;"
              + " allowed: csv, jsonl",
          "paths | partition-by = [x], paths | pipeline.sources.a.partition-by = [x]: without"
              + " partitions",
          "paths | partitions = 2, paths | pipeline.sources.a.partitions = 2: nothing says which"
              + " partition",
          "paths | partitions = 0, partition-by = [x], paths | pipeline.sources.a.partitions = 0:"
              + " out of range; allowed: a whole number from 1 to 1000",
          "paths | partitions = two, paths | not a whole number",
          "paths | columns { v = int }, paths | pipeline.sources.a.columns.v = int: not one of the"
              + " words; allowed: string, long, double, boolean, timestamp",
          "paths | columns { f = long }, file-name-as = f, paths | the name of file-name-as too",
          "paths | follow = maybe, paths | allowed: on, off, true, false",
          "paths | time { late = never }, paths | pipeline.sources.a.time.late = never: not a"
              + " duration; allowed: an integer and us, ms, s, m, h or d, such as 90s; or"
              + " unbounded",
          "paths | time { early = unbounded }, paths | not a duration",
          "paths | time { on-late = pass }, paths | pipeline.sources.a.time.on-late = pass: not one"
              + " of the words; allowed: drop, adjust",
          "paths | time { confined = on }, paths | there are no substreams",
          "paths | time = 5m, paths | pipeline.sources.a.time = 5m: a text, where a block is"
              + " expected",
          "paths | time { substreams = [k], late = unbounded }, follow = on, paths |"
              + " pipeline.sources.a.time.late = unbounded: substreams of a source that follows"
              + " need the arrival floor",
          "paths | time { substreams = [k], arrival-floor = off }, follow = on, paths |"
              + " pipeline.sources.a.time.arrival-floor = off: substreams",
          "event-time { column = t } | follow = off | pipeline.sources.a.event-time: missing; a"
              + " source that does not follow needs event-time",
          "event-time { column = t } | event-time { format = iso8601 } |"
              + " pipeline.sources.a.event-time.column: missing",
          "event-time { column = t } | event-time { column = t, format = unix } | allowed: iso8601,"
              + " epoch-seconds, epoch-millis, epoch-micros",
          "event-time { column = t } | columns { t = boolean }, event-time { column = t } | a"
              + " column of type boolean",
          "event-time { column = t } | columns { t = timestamp }, event-time { column = t, format ="
              + " epoch-millis } | a column of type timestamp is written as iso8601",
          "from = a | from = b | small.conf:3: pipeline.streams.s.from = b: names no source and no"
              + " stream; allowed: a",
          "from = a | from = s | pipeline.streams.s.from = s: the streams read each other: s -> s",
          "from = a | from = a.diagnostics | diagnostics go to a sink",
          "from = s | from = a | pipeline.sinks.out.from = a: a source: a sink takes a stream, or"
              + " the diagnostics of a source; allowed: s, a.diagnostics",
          "from = s | from = a.diagnostic | names no stream and no diagnostics of a source; did you"
              + " mean a.diagnostics? allowed: s, a.diagnostics",
          "from = s | from = s.diagnostics | pipeline.sinks.out.from = s.diagnostics: names no"
              + " stream and no diagnostics",
          "count() as n | cont() as n | pipeline.streams.s.select = [\"cont() as n\"]: no function"
              + " cont (did you mean count?)",
          "count() as n | count() as window_end | two columns of the result have the name"
              + " window_end",
          "select = [\"count() as n\"] | select = [\"count() as n\", \"max(v) as n\"] | two columns"
              + " of the result have the name n",
          "select = [\"count() as n\"] | select = [\"sum(v) as n\"] | small.conf:3:"
              + " pipeline.streams.s.select = sum(v) as n: the column v is no number: type=string;"
              + " declare it",
          "select = [\"count() as n\"] | key-by = [window_start], select = [\"count() as n\"] | the"
              + " result has a column window_start already",
          "select | key-by = k, select | pipeline.streams.s.key-by = k: not a list; allowed: a list"
              + " such as [sensor]",
          "path = \"out.csv\" | order = time | pipeline.sinks.out.path: missing",
          "path = \"out.csv\" | path = \"out\" | pipeline.sinks.out.format: missing",
          "path = \"out.csv\" | path = \"\" | an empty text",
          "path = \"out.csv\" | path = \"out.csv\", order = none | allowed: key, time",
          "pipeline { | pipeline { name = \"../x\" | small.conf:1: pipeline.name = ../x: not a"
              + " name; allowed: letters",
          "pipeline { | pipeline { key-groups = 0 | pipeline.key-groups = 0: out of range; allowed:"
              + " a whole number from 1 to 1024",
          "pipeline { | pipeline { batch-size = 1.5 | not a whole number",
          "pipeline { | pipeline { journal { disk-reserve = 256 } | pipeline.journal.disk-reserve ="
              + " 256: not a size; allowed: an integer and B, kB, MB",
          "pipeline { | pipeline { keygroups = 8 | did you mean key-groups?",
          "pipeline { | pipelines { | small.conf: pipeline: missing",
          "pipeline { | pipelines { | pipelines: no such setting; did you mean pipeline?",
          "sinks.out | sink.out | pipeline.sinks: there are none; at least one block sinks.NAME { …"
              + " }",
          "sinks.out | sinks.\"a/b\" | not a name"
        })
    void whateverIsWrong(String part, String instead, String message) {
      assertThat(refusal(part, instead)).contains(message);
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "start = earliest",
          "watermark { generator = look-ahead }",
          "hidden { idle-after = 1m }",
          "alignment { group = x, bound = 20m }",
          "read-after { stream = s }",
          "ctis { every = 1 }",
          "time { preset = asa }"
        })
    void whatBelongsToALaterFeature(String setting) {
      assertThat(refusal("paths", setting + ", paths")).contains("not supported yet; leave it out");
    }

    @Test
    void severalProblemsAtOnce() {
      assertThat(
              refusal("pipeline {", "pipeline { key-groups = 0, batch-size = -1, nmae = x").lines())
          .hasSize(3);
    }

    @Test
    void aCycleOfStreamsNamedInFull() {
      String message =
          refusal(
              """
              pipeline {
                sources.x { paths = ["x.csv"], event-time { column = t } }
                streams.a { from = b, window { tumbling = 1h }, select = ["count()"] }
                streams.b { from = a, window { tumbling = 1h }, select = ["count()"] }
                streams.c { from = b, window { tumbling = 1h }, select = ["count()"] }
                sinks.o { from = c, path = "o.csv" }
              }
              """);

      assertThat(message)
          .isEqualTo(
              "small.conf:3: pipeline.streams.a.from = b: the streams read each other: a -> b -> a;"
                  + " let one of them read a source");
    }

    @Test
    void twoSinksOnOnePath() {
      assertThat(
              refusal(
                  "sinks.out", "sinks.other { from = s, path = \"x/../out.csv\" }\n  sinks.out"))
          .isEqualTo(
              "small.conf:5: pipeline.sinks.out.path = out.csv: the sink other writes there too;"
                  + " give each sink a path of its own");
    }

    @Test
    void aSourceAndAStreamOfOneName() {
      assertThat(
              refusal(
                  "streams.s",
                  "streams.a { from = a, window { tumbling = 1h }, select = [\"count()\"] }\n"
                      + " streams.s"))
          .contains("pipeline.streams.a: a source has this name too");
    }

    @Test
    void aColumnThatAStreamDoesNotHave() {
      assertThat(
              refusal(
                  "sinks.out",
                  "streams.d { from = s, key-by = [m], window { tumbling = 1d }, select ="
                      + " [\"sum(x)\"] }\n"
                      + "  sinks.out"))
          .contains(
              "small.conf:4: pipeline.streams.d.key-by = m: no such column;"
                  + " columns: window_start, window_end, n")
          .contains("pipeline.streams.d.select = x: no such column");
    }

    @Test
    void whatIsNoHocon() {
      assertThat(refusal("pipeline {\n  name = \n}"))
          .startsWith("small.conf:3: not readable as HOCON: ");
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '`',
        value = {
          "`pipeline {\n  a { b = \"}\"\n}\n` | 4: not readable as HOCON: a } is missing: the block that"
              + " begins in line 1, or one in it, is not closed",
          "`pipeline {\n  a = [1, 2 # ]\n}\n` | 3: not readable as HOCON: a ] is missing: the list that"
              + " begins in line 2 is not closed before this }",
          "`pipeline {\n  a { b = [1, 2] ]\n}\n` | 2: not readable as HOCON: a } is missing: the block"
              + " that begins in line 2, or one in it, is not closed before this ]",
          "`pipeline {\n  a = \"\"\"{\n{\"\"\" // {\n}\n}\n` | 5: not readable as HOCON: a } too many:"
              + " nothing is open here"
        })
    void aBracketThatIsMissingOrTooMany(String text, String message) {
      assertThat(refusal(text)).isEqualTo("small.conf:" + message);
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "include file(\"nowhere.conf\")",
          "include required(file(\"nowhere.conf\"))",
          "include required(\"nowhere.conf\")"
        })
    void anIncludeInAnyFormOfAFileThatIsNotThere(String include) {
      assertThat(refusal("pipeline {", include + "\npipeline {"))
          .isEqualTo(
              "small.conf: not readable as HOCON: an included file is not there: nowhere.conf");
    }

    @Test
    void anIncludeOfWhatIsNoFileOfThePipeline() {
      assertThat(refusal("pipeline {", "include classpath(\"nowhere.conf\")\npipeline {"))
          .isEqualTo(
              "small.conf: not readable as HOCON: classpath(nowhere.conf) cannot be included; name"
                  + " a file: include \"FILE\"");
    }

    @Test
    void filesThatIncludeEachOtherInOneShortLine() throws IOException {
      Files.writeString(folder.resolve("other.conf"), "include \"small.conf\"");

      assertThat(refusal("pipeline {", "include \"other.conf\"\npipeline {"))
          .isEqualTo(
              "small.conf: not readable as HOCON: the included files include each other:"
                  + " small.conf or one it includes");
    }

    @Test
    void anIncludeOfAFileThatIsNotThere() {
      assertThat(refusal("pipeline {", "include \"nowhere.conf\"\npipeline {"))
          .isEqualTo(
              "small.conf: not readable as HOCON: an included file is not there: nowhere.conf");
    }

    @Test
    void aSettingOfAnIncludedFileAtItsPlaceThere() throws IOException {
      Files.createDirectory(folder.resolve("sub"));
      Files.writeString(folder.resolve("sub/window.conf"), "\ntumbling = soon");

      assertThat(refusal("tumbling = 1h", "include \"sub/window.conf\""))
          .startsWith(
              "sub/window.conf:2: pipeline.streams.s.window.tumbling = soon: not a duration");
    }

    @Test
    void aSubstitutionOfNothing() {
      assertThat(refusal("paths", "file-name-as = ${nothing.there}, paths"))
          .startsWith("small.conf:2: not readable as HOCON: ")
          .contains("nothing.there");
    }

    @Test
    void aFileThatIsNotThere() {
      Path nowhere = folder.resolve("nowhere.conf");

      Refused refused = catchThrowableOfType(Refused.class, () -> PipelineFile.read(nowhere));

      assertThat(refused).hasMessage(nowhere + ": no such file; name a pipeline file");
    }

    @Test
    void aFolder() {
      Refused refused = catchThrowableOfType(Refused.class, () -> PipelineFile.read(folder));

      assertThat(refused).hasMessageContaining("not a file");
    }
  }

  @Nested
  class GivenTheColumnsOfTheFiles {
    private final Schema readings =
        new Schema(
            List.of(
                new Column("timestamp", ColumnType.STRING),
                new Column("value", ColumnType.DOUBLE),
                new Column("received", ColumnType.STRING),
                new Column("sensor", ColumnType.STRING)));

    @Test
    void tellsTheColumnsOfStreams() throws Refused {
      Map<String, Schema> schemas = read(COMPLETE).schemas(Map.of("readings", readings));

      assertThat(schemas.get("hourly"))
          .isEqualTo(
              new Schema(
                  List.of(
                      new Column("window_start", ColumnType.TIMESTAMP),
                      new Column("window_end", ColumnType.TIMESTAMP),
                      new Column("sensor", ColumnType.STRING),
                      new Column("n", ColumnType.LONG),
                      new Column("mean", ColumnType.DOUBLE))));
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "value = double | value = double, valeu = long | small.conf:8:"
              + " pipeline.sources.readings.columns = valeu: no such column; did you mean value?",
          "column = timestamp | column = time | small.conf:9:"
              + " pipeline.sources.readings.event-time.column = time: no such column",
          "substreams = [sensor] | substreams = [sensors] |"
              + " pipeline.sources.readings.time.substreams = sensors: no such column; did you mean"
              + " sensor?",
          "partition-by = [sensor] | partition-by = [snsor] |"
              + " pipeline.sources.readings.partition-by = snsor: no such column",
          "key-by = [sensor] | key-by = [senor] | small.conf:23: pipeline.streams.hourly.key-by ="
              + " senor: no such column; did you mean sensor? columns: timestamp, value, received,"
              + " sensor",
          "avg(value) | max(valu) | pipeline.streams.hourly.select = valu: no such column"
        })
    void refusesAColumnThatDoesNotExist(String part, String instead, String message) {
      PipelineFile pipeline = read(COMPLETE.replace(part, instead));

      Refused refused =
          catchThrowableOfType(Refused.class, () -> pipeline.schemas(Map.of("readings", readings)));

      assertThat(refused).hasMessageContaining(message);
    }
  }
}
