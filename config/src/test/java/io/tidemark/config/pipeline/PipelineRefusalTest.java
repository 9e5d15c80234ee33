package io.tidemark.config.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a setting is refused for: with its place, its value and what is allowed. */
class PipelineRefusalTest {
  private final PipelineFiles files;

  PipelineRefusalTest(@TempDir Path folder) {
    files = new PipelineFiles(folder);
  }

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
        "paths = [\"a.csv\"] | paths = [a, b, c, b, a] | b, a stand there twice",
        "pipeline { | pipeline { cluster.seed-nodes = [foo, \"h:1\", \"a:99999\", \"akka://x\"] |"
            + " small.conf:1: pipeline.cluster.seed-nodes = [foo,\"h:1\",\"a:99999\",\"akka://x\"]:"
            + " not an address of a node: actual=foo, a:99999, akka://x, expected=HOST:PORT, port 1"
            + " to 65535; allowed: a list such as",
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
        "from = s | from = a.diagnostic | names no stream, no source and no diagnostics of a source;"
            + " did you mean a.diagnostics? allowed: s, a, a.diagnostics",
        "from = s | from = s.diagnostics | pipeline.sinks.out.from = s.diagnostics: names no"
            + " stream, no source and no diagnostics",
        "count() as n | cont() as n | pipeline.streams.s.select = [\"cont() as n\"]: no function"
            + " cont (did you mean count?)",
        "count() as n | count() as window_end | two columns of the result have the name"
            + " window_end",
        "select = [\"count() as n\"] | select = [\"count() as n\", \"max(v) as n\"] | two columns"
            + " of the result have the name n",
        "select = [\"count() as n\"] | select = [\"cont()\", \"count()\", \"summ(v)\"] | no function cont"
            + " (did you mean count?), and no function summ (did you mean sum?); allowed",
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
        "pipeline { | pipeline { waiting = spill | allowed: refuse, slow",
        "pipeline { | pipeline { journal { disk-reserve = 256 } | pipeline.journal.disk-reserve ="
            + " 256: not a size; allowed: an integer and B, kB, MB",
        "pipeline { | pipeline { journal { type = oracle, url = x } |"
            + " small.conf:1: pipeline.journal.type = oracle: not one of the words; allowed:"
            + " leveldb, postgresql",
        "pipeline { | pipeline { journal { url = x } | pipeline.journal.url: no such setting;"
            + " allowed here: type, queue, history, fsync, disk-reserve",
        "pipeline { | pipeline { journal { type = postgresql, fsync = on } |"
            + " pipeline.journal.fsync: no such setting; allowed here: type, queue, history, url,"
            + " user, password-env, password-file, pool, patience",
        "pipeline { | pipeline { journal { type = postgresql, user = u } |"
            + " pipeline.journal.url: missing",
        "pipeline { | pipeline { journal { type = postgresql, url = \"jdbc:h2:x\", user = u } |"
            + " small.conf:1: pipeline.journal.url: not a URL of PostgreSQL; allowed:"
            + " jdbc:postgresql://HOST:PORT/DATABASE",
        "pipeline { | pipeline { journal { type = postgresql, url = \"jdbc:postgresql://h/d\", user"
            + " = u, pool = 1 } | pipeline.journal.pool = 1: out of range; allowed: a whole number"
            + " from 2 to 64",
        "pipeline { | pipeline { journal { type = postgresql, url = \"jdbc:postgresql://h/d\", user"
            + " = u, patience = 1h } | pipeline.journal.patience = 1h: out of range; allowed: 0s to"
            + " 10m",
        "pipeline { | pipeline { journal { type = postgresql, url = \"jdbc:postgresql://h/d\", user"
            + " = u, password-env = A, password-file = b } | a second password; allowed: one of",
        "pipeline { | pipeline { keygroups = 8 | did you mean key-groups?",
        "pipeline { | pipelines { | small.conf: pipeline: missing",
        "pipeline { | pipelines { | pipelines: no such setting; did you mean pipeline?",
        "sinks.out | sink.out | pipeline.sinks: there are none; at least one block sinks.NAME { …"
            + " }",
        "sinks.out | sinks.\"a/b\" | not a name"
      })
  void refusesWhateverIsWrong(String part, String instead, String message) {
    assertThat(files.refusal(part, instead)).contains(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "paths = [\"a.csv\"] | columns { v = string }, paths = [\"a.csv\"]",
        "paths = [\"a.csv\"] | paths = [\"a.csv\"], file-name-as = v",
        "paths = [\"a.csv\"] | paths = [\"a.jsonl\"]"
      })
  void refusesToAddUpWhatIsNoNumberWhateverTheFilesHave(String part, String instead) {
    String sum = PipelineFiles.SMALL.replace("count() as n", "sum(v) as n");
    assertThat(sum).contains(part);

    assertThat(files.refusal(sum.replace(part, instead)))
        .isEqualTo(
            "small.conf:3: pipeline.streams.s.select = sum(v) as n: the column v is no number:"
                + " type=string; declare it in the source: columns { v = double }, or long");
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
  void refusesWhatBelongsToALaterFeature(String setting) {
    assertThat(files.refusal("paths", setting + ", paths"))
        .contains("not supported yet; leave it out");
  }

  @Test
  void refusesSeveralProblemsAtOnce() {
    assertThat(
            files
                .refusal("pipeline {", "pipeline { key-groups = 0, batch-size = -1, nmae = x")
                .lines())
        .hasSize(3);
  }

  @Test
  void refusesACycleOfStreamsNamedInFull() {
    String message =
        files.refusal(
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
  void refusesTwoSinksOnOnePath() {
    assertThat(
            files.refusal(
                "sinks.out", "sinks.other { from = s, path = \"x/../out.csv\" }\n  sinks.out"))
        .isEqualTo(
            "small.conf:5: pipeline.sinks.out.path = out.csv: the sink other writes there too;"
                + " give each sink a path of its own");
  }

  @Test
  void refusesASourceAndAStreamOfOneName() {
    assertThat(
            files.refusal(
                "streams.s",
                "streams.a { from = a, window { tumbling = 1h }, select = [\"count()\"] }\n"
                    + " streams.s"))
        .contains("pipeline.streams.a: a source has this name too");
  }

  @Test
  void refusesAColumnThatAStreamDoesNotHave() {
    assertThat(
            files.refusal(
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
  void refusesToOrderByKeyWhatHasNone() {
    assertThat(files.refusal("from = s, ", "from = a, order = key, "))
        .isEqualTo(
            "small.conf:4: pipeline.sinks.out.order = key: rows of a have no key; order = time");
  }
}
