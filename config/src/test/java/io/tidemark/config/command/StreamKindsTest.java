package io.tidemark.config.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What streams of each kind write, and that a replay of it is identical. */
@Timeout(120)
class StreamKindsTest {
  private static final String READINGS =
      """
      at,device,value,my col
      2024-03-01T10:00:00Z,a,10.0,1
      2024-03-01T10:00:10Z,b,20.0,0
      2024-03-01T10:00:20Z,a,,2
      2024-03-01T10:01:00Z,a,30.0,3
      2024-03-01T10:01:30Z,b,15.0,
      """;

  private static final String SOURCES =
      """
      pipeline {
        sources.readings {
          paths = ["readings.csv"], event-time.column = at
          columns { value = double, "my col" = long }
        }
        sources.shown {
          paths = ["shown.csv"], event-time.column = at, columns { at = timestamp }
        }
        sources.clicked {
          paths = ["clicked.csv"], event-time.column = time, columns { time = timestamp }
        }
      """;

  @TempDir private Path folder = Path.of("");

  /** Runs the pipeline, and again from what was recorded. */
  private void run(String streams) throws IOException {
    Files.writeString(folder.resolve("readings.csv"), READINGS);
    Files.writeString(
        folder.resolve("shown.csv"),
        """
        at,ad
        2024-03-01T10:00:00Z,x
        2024-03-01T10:00:30Z,y
        2024-03-01T10:20:00Z,x
        """);
    Files.writeString(
        folder.resolve("clicked.csv"),
        """
        time,id
        2024-03-01T10:00:05Z,x
        2024-03-01T10:09:00Z,x
        2024-03-01T10:12:00Z,z
        """);
    String text = SOURCES + streams + "}\n";
    for (String unread : new String[] {"readings", "shown", "clicked"}) {
      if (!streams.contains(unread)) {
        text = text.replaceFirst("(?s)  sources\\." + unread + " \\{.*?\n  \\}\n", "");
      }
    }
    String pipeline = Files.writeString(folder.resolve("p.conf"), text).toString();
    Invocation check = Invocation.of("check", pipeline);
    assertThat(check.status()).as(check.err()).isZero();
    Invocation run = Invocation.of("run", pipeline);
    assertThat(run.status()).as(run.err()).isZero();
    Invocation replay = Invocation.of("replay", pipeline);
    assertThat(replay.out()).as(replay.err()).startsWith("identical");
    Invocation until = Invocation.of("replay", pipeline, "--until", "2024-03-01T10:00:30Z");
    assertThat(until.out()).as(until.err()).startsWith("identical");
  }

  private void wrote(String file, String text) throws IOException {
    assertThat(Files.readString(folder.resolve(file))).isEqualTo(text);
  }

  @Test
  void rowsWithoutAWindowAreSelectedAndFiltered() throws Exception {
    run(
        """
        streams.warm { from = readings, where = "value >= 15.0"
          select = ["device", "value * 1.8 + 32.0 as fahrenheit", "row[\\"my col\\"] / row[\\"my col\\"] as one"] }
        streams.hottest { from = warm, window { tumbling = 1m }, select = ["max(fahrenheit) as most", "count() as n"] }
        sinks.warm { from = warm, path = "warm.csv" }
        sinks.again { from = warm, path = "warm.jsonl" }
        sinks.hottest { from = hottest, path = "hottest.csv" }
        sinks.all { from = readings, path = "all.csv" }
        """);

    wrote(
        "warm.csv",
        """
        device,fahrenheit,one
        b,68.0,
        a,86.0,1
        b,59.0,
        """);
    wrote(
        "warm.jsonl",
        """
        {"device":"b","fahrenheit":68.0,"one":null}
        {"device":"a","fahrenheit":86.0,"one":1}
        {"device":"b","fahrenheit":59.0,"one":null}
        """);
    wrote(
        "hottest.csv",
        """
        window_start,window_end,most,n
        2024-03-01T10:00:00Z,2024-03-01T10:01:00Z,68.0,1
        2024-03-01T10:01:00Z,2024-03-01T10:02:00Z,86.0,2
        """);
    wrote("all.csv", READINGS);
  }

  @Test
  void aConditionThatIsNeitherTrueNorFalseLeavesTheRowOut() throws Exception {
    run(
        """
        streams.high { from = readings, where = "value > 12.0" }
        streams.low { from = readings, where = "!(value > 12.0)" }
        streams.none { from = readings, where = "value == null" }
        sinks.high { from = high, path = "high.csv" }
        sinks.low { from = low, path = "low.csv" }
        sinks.none { from = none, path = "none.csv" }
        """);

    assertThat(Files.readString(folder.resolve("high.csv")).lines()).hasSize(4);
    assertThat(Files.readString(folder.resolve("low.csv")).lines()).hasSize(2);
    wrote("none.csv", "at,device,value,my col\n2024-03-01T10:00:20Z,a,,2\n");
  }

  @Test
  void aggregatesAreTakenOfExpressionsOverRowsThatCount() throws Exception {
    run(
        """
        streams.means { from = readings, key-by = [device], where = "device != 'c' && value < 25.0", window { tumbling = 1h }
          select = ["avg(value * 1.8 + 32.0) as mean", "percentile(0.5, value) as median", "count_distinct(device) as devices",
            "stddev_population(value) as deviation", "top(2, value) as largest", "collect(row[\\"my col\\"]) as cols"] }
        sinks.means { from = means, path = "means.csv" }
        """);

    wrote(
        "means.csv",
        """
        window_start,window_end,device,mean,median,devices,deviation,largest,cols
        2024-03-01T10:00:00Z,2024-03-01T11:00:00Z,a,50.0,10.0,1,0.0,[10.0],[1]
        2024-03-01T10:00:00Z,2024-03-01T11:00:00Z,b,63.5,15.0,1,2.5,"[20.0,15.0]",[0]
        """);
  }

  @Test
  void rowsThatDoNotCountAreLeftOutInsideSubstreamsToo() throws Exception {
    Files.writeString(
        folder.resolve("p.conf"),
        """
        pipeline {
          sources.readings { paths = ["readings.csv"], event-time.column = at, columns { value = double }
            time { substreams = [device] } }
          streams.named { from = readings, select = ["device", "value"], where = "value > 12.0" }
          streams.counts { from = named, where = "value < 25.0", key-by = [device], window { tumbling = 1h }, select = ["count() as n"] }
          sinks.counts { from = counts, path = "counts.csv" }
        }
        """);
    Files.writeString(folder.resolve("readings.csv"), READINGS);
    String pipeline = folder.resolve("p.conf").toString();

    assertThat(Invocation.of("check", pipeline).out())
        .contains("runs inside the substreams of readings");
    assertThat(Invocation.of("run", pipeline).status()).isZero();

    wrote(
        "counts.csv",
        """
        window_start,window_end,device,n
        2024-03-01T10:00:00Z,2024-03-01T11:00:00Z,b,2
        """);
    assertThat(Invocation.of("replay", pipeline).out()).startsWith("identical");
  }

  @Test
  void streamsThatOneReaderReadsDoNotRunInTheSameSubstreams() throws Exception {
    Files.writeString(
        folder.resolve("p.conf"),
        """
        pipeline {
          sources.readings { paths = ["readings.csv"], event-time.column = at, columns { value = double }
            time { substreams = [device] } }
          streams.minutes { from = readings, key-by = [device], window { tumbling = 1m }, select = ["count() as n"] }
          streams.hours { from = readings, key-by = [device], window { tumbling = 1h }, select = ["count() as n"] }
          streams.both { from = [minutes, hours], select = ["device", "n"] }
          sinks.both { from = both, path = "both.csv" }
        }
        """);
    Files.writeString(folder.resolve("readings.csv"), READINGS);
    String pipeline = folder.resolve("p.conf").toString();

    assertThat(Invocation.of("check", pipeline).out()).contains("runs in 8 key groups");
    assertThat(Invocation.of("run", pipeline).status()).isZero();

    wrote("both.csv", "device,n\na,2\nb,1\na,1\nb,1\na,3\nb,2\n");
    assertThat(Invocation.of("replay", pipeline).out()).startsWith("identical");
  }

  @Test
  void fieldsOfJsonBecomeColumnsWhereAnExpressionNamesThem() throws Exception {
    Files.writeString(
        folder.resolve("p.conf"),
        """
        pipeline {
          sources.in { paths = ["in.jsonl"], event-time.column = at, columns { value = long } }
          streams.some { from = in, where = "row['km/h'] != 'x'" }
          streams.more { from = some, where = "value > 1", select = ["kind + '!' as what"] }
          sinks.more { from = more, path = "more.csv" }
        }
        """);
    Files.writeString(
        folder.resolve("in.jsonl"),
        """
        {"at":"2024-03-01T10:00:00Z","value":3,"kind":"a","km/h":"y","unused":1}
        {"at":"2024-03-01T10:00:00Z","value":3,"kind":"b","km/h":"x"}
        {"at":"2024-03-01T10:00:00Z","value":3}
        {"at":"2024-03-01T10:00:00Z","kind":"c","km/h":"y"}
        """);

    Invocation run = Invocation.of("run", folder.resolve("p.conf").toString());

    assertThat(run.status()).as(run.err()).isZero();
    wrote("more.csv", "what\na!\n\"\"\n");
  }

  @Test
  void aUnionHasTheRowsOfAll() throws Exception {
    run(
        """
        streams.views { from = shown, select = ["ad", "'shown' as what"] }
        streams.clicks { from = clicked, select = ["id as ad", "'clicked' as what"] }
        streams.both { from = [views, clicks] }
        streams.counts { from = [views, clicks], where = "ad != 'z'", key-by = [ad], window { tumbling = 1h }
          select = ["count() as n", "min(what) as first"] }
        sinks.both { from = both, path = "both.csv" }
        sinks.counts { from = counts, path = "counts.csv" }
        """);

    wrote(
        "both.csv",
        """
        ad,what
        x,shown
        x,clicked
        y,shown
        x,clicked
        z,clicked
        x,shown
        """);
    wrote(
        "counts.csv",
        """
        window_start,window_end,ad,n,first
        2024-03-01T10:00:00Z,2024-03-01T11:00:00Z,x,4,clicked
        2024-03-01T10:00:00Z,2024-03-01T11:00:00Z,y,1,shown
        """);
  }

  @Test
  void joinsPutRowsTogetherThatLieWithinAnInterval() throws Exception {
    String join =
        "join { left = shown, right = clicked, left-key = [ad], right-key = [id], within { upper ="
            + " 10m }, type = %s }";
    run(
        """
        streams.inner { %s, select = ["left.ad as ad", "right.time as clicked", "(right.time - left.at).getSeconds() as after"] }
        streams.left { %s, select = ["left.ad", "right.time as clicked"] }
        streams.full { %s, select = ["left.ad", "right.id"] }
        streams.anti { %s, select = ["left.ad", "left.at"] }
        streams.count { from = inner, window { tumbling = 1h }, select = ["sum(after) as total"] }
        sinks.inner { from = inner, path = "inner.csv" }
        sinks.left { from = left, path = "left.csv" }
        sinks.full { from = full, path = "full.csv" }
        sinks.anti { from = anti, path = "anti.csv" }
        sinks.count { from = count, path = "count.csv" }
        """
            .formatted(
                join.formatted("inner"),
                join.formatted("left"),
                join.formatted("full"),
                join.formatted("anti")));

    wrote(
        "inner.csv",
        """
        ad,clicked,after
        x,2024-03-01T10:00:05Z,5
        x,2024-03-01T10:09:00Z,540
        """);
    wrote(
        "left.csv",
        """
        ad,clicked
        x,2024-03-01T10:00:05Z
        x,2024-03-01T10:09:00Z
        y,
        x,
        """);
    wrote("full.csv", "ad,id\nx,x\nx,x\ny,\n,z\nx,\n");
    wrote("anti.csv", "ad,at\ny,2024-03-01T10:00:30Z\nx,2024-03-01T10:20:00Z\n");
    assertThat(Files.readString(folder.resolve("count.csv"))).endsWith("Z,545\n");
  }

  @Test
  void joinsTakeWhatComesAtAnyTimeAndTheLatestVersion() throws Exception {
    run(
        """
        streams.ever { join { left = shown, right = clicked, left-key = [ad], right-key = [id], within = unbounded }
          select = ["left.at as shown", "right.time as clicked"] }
        streams.last { as-of { left = shown, right = clicked, left-key = [ad], right-key = [id], type = left }
          select = ["left.ad", "right.time == null ? 'never' : 'before' as seen"] }
        sinks.ever { from = ever, path = "ever.csv" }
        sinks.last { from = last, path = "last.csv" }
        """);

    assertThat(Files.readString(folder.resolve("ever.csv")).lines()).hasSize(5);
    wrote("last.csv", "ad,seen\nx,never\ny,never\nx,before\n");
    assertThat(Invocation.of("check", folder.resolve("p.conf").toString()).err())
        .contains("pipeline.streams.ever.join.within = unbounded: all rows of both sides are kept");
  }

  @Test
  void bothSidesOfAJoinMayComeFromOneSource() throws Exception {
    run(
        """
        streams.a { from = readings, where = "device == 'a'", select = ["value", "1 as one"] }
        streams.b { from = readings, where = "device == 'b'", select = ["value", "1 as one"] }
        streams.pairs { join { left = a, right = b, on = [one], within { lower = -30s, upper = 30s } }
          select = ["left.value as a", "right.value as b"] }
        sinks.pairs { from = pairs, path = "pairs.csv" }
        """);

    wrote("pairs.csv", "a,b\n10.0,20.0\n,20.0\n30.0,15.0\n");
  }

  @Test
  void aTransformIsTheProgramThatItsClassIs() throws Exception {
    run(
        """
        streams.ups { from = readings, where = "value != null", key-by = [device], transform = "io.tidemark.config.command.Ups" }
        streams.large { from = ups, where = "by > 1.0", select = ["device", "by * 2.0 as twice"] }
        sinks.ups { from = ups, path = "ups.csv" }
        sinks.large { from = large, path = "large.csv" }
        """);

    wrote("ups.csv", "device,by\na,20.0\n");
    wrote("large.csv", "device,twice\na,40.0\n");
  }

  @Test
  void windowsAreThoseOfTheCalendarAndOfSilence() throws Exception {
    run(
        """
        streams.days { from = readings, window { days { zone = "Asia/Tokyo" } }, select = ["count() as n"] }
        streams.weeks { from = readings, window { weeks { first-day = sunday } }, select = ["count() as n"] }
        streams.visits { from = readings, key-by = [device], window { session { gap = 30s } }, select = ["count() as n"] }
        streams.recent { from = readings, key-by = [device], window { sliding = 1m }, select = ["count() as n"] }
        streams.twos { from = readings, key-by = [device], window { count = 2 }, select = ["sum(value) as sum"] }
        sinks.days { from = days, path = "days.csv" }
        sinks.weeks { from = weeks, path = "weeks.csv" }
        sinks.visits { from = visits, path = "visits.csv" }
        sinks.recent { from = recent, path = "recent.csv" }
        sinks.twos { from = twos, path = "twos.csv" }
        """);

    wrote("days.csv", "window_start,window_end,n\n2024-02-29T15:00:00Z,2024-03-01T15:00:00Z,5\n");
    wrote("weeks.csv", "window_start,window_end,n\n2024-02-25T00:00:00Z,2024-03-03T00:00:00Z,5\n");
    wrote(
        "visits.csv",
        """
        window_start,window_end,device,n
        2024-03-01T10:00:10Z,2024-03-01T10:00:40Z,b,1
        2024-03-01T10:00:00Z,2024-03-01T10:00:50Z,a,2
        2024-03-01T10:01:00Z,2024-03-01T10:01:30Z,a,1
        2024-03-01T10:01:30Z,2024-03-01T10:02:00Z,b,1
        """);
    assertThat(Files.readString(folder.resolve("recent.csv")).lines()).hasSizeGreaterThan(5);
    assertThat(Files.readString(folder.resolve("twos.csv")).lines()).hasSize(4);
  }
}
