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

  /** Two sources of which the columns are known, and a place for streams. */
  private static String over(String streams) {
    return """
    pipeline {
      sources.a { paths = ["a.csv"], event-time { column = t }, columns { v = double, n = long, k = string, t = timestamp } }
      sources.b { paths = ["b.jsonl"], event-time { column = t }, columns { v = long, k = string, when = timestamp } }
      %s
      sinks.out { from = s, path = "out.csv" }
    }
    """
        .formatted(streams);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "from = a, where = \"v > 'x'\" | small.conf:4: pipeline.streams.s.where = v > 'x': at"
            + " character 3: no > between (double, string)",
        "from = a, where = \"v >\" | pipeline.streams.s.where = v >: at character 4: it ends too"
            + " early",
        "from = a, where = \"v + 1.0\" | pipeline.streams.s.where = v + 1.0: no condition:"
            + " type=double; an expression that is true or false",
        "from = b, where = \"other > 3\" | pipeline.streams.s.where = other > 3: at character 7: no"
            + " > between (string, long)",
        "from = a, where = 7 | pipeline.streams.s.where = 7: no condition: type=long",
        "from = a, where = [x] | a list, where one value is expected; allowed: a condition",
        "from = a, select = [\"v * 2\"] | an expression without a name: v * 2 as NAME; allowed: a"
            + " list such as",
        "from = a, select = [\"v * 2 as w\"] | small.conf:4: pipeline.streams.s.select = v * 2: at"
            + " character 3: no * between (double, long): make a double of the long with double(…),"
            + " or write 2.0 instead of 2",
        "from = a, select = [\"exec('x') as w\"] | at character 5: no function exec",
        "from = a, select = [\"k\", \"v as k\"] | two columns of the result have the name k",
        "from = a, select = [\"count() as n\"] | pipeline.streams.s.window: missing",
        "from = a, key-by = [k] | pipeline.streams.s.window: missing",
        "from = a, window { tumbling = 1h }, select = [\"sum(k + 'x') as m\"] |"
            + " pipeline.streams.s.select = sum(k + 'x') as m: k + 'x' is no number: type=string; sum"
            + " takes a long or a double",
        "from = a, window { tumbling = 1h }, select = [\"sum(v) / sum(n) as m\"] | not an"
            + " expression: sum(v) / sum(n) as m",
        "from = a, window { tumbling = 1h, session { gap = 1m } }, select = [\"count()\"] |"
            + " tumbling stands there too; exactly one of",
        "from = a, window { days { zone = Atlantis } }, select = [\"count()\"] |"
            + " pipeline.streams.s.window.days.zone = Atlantis: not a time zone; allowed: a time zone"
            + " such as Europe/Berlin",
        "from = a, window { session { gap = 1m }, offset = 1h }, select = [\"count()\"] |"
            + " pipeline.streams.s.window.offset: no such setting",
        "from = [a, a] | a stands there twice",
        "from = [a, c] | pipeline.streams.s.from = c: names no source and no stream",
        "join { left = a, right = b, on = [k], within { upper = 1m } }, select = [\"k as k\"] |"
            + " pipeline.streams.s.select = k: at character 1: a name without its side: k; write"
            + " left.NAME or right.NAME",
        "join { left = a, right = b, on = [k], within { upper = 1m } }, where = \"true\", select ="
            + " [\"left.k\"] | pipeline.streams.s.where = true: not beside join; filter a side in a"
            + " stream of its own",
        "join { left = a, right = b, on = [k], within { upper = 1m } }, from = a, select ="
            + " [\"left.k\"] | pipeline.streams.s.from = a: not beside join",
        "join { left = a, right = b, on = [k], within { upper = 1m } } | pipeline.streams.s.select:"
            + " missing",
        "join { left = a, right = b, on = [k] }, select = [\"left.k\"] |"
            + " pipeline.streams.s.join.within: missing; allowed: { lower = D, upper = D }",
        "join { left = a, right = b, on = [k], within { lower = 2m, upper = 1m } }, select ="
            + " [\"left.k\"] | pipeline.streams.s.join.within.upper = 1m: below lower",
        "join { left = a, right = b, on = [k], within = unbounded, type = left }, select ="
            + " [\"left.k\"] | small.conf:4: pipeline.streams.s.join.type = left: without bounds"
            + " nobody ever knows that a row meets nothing; give within an upper bound",
        "join { left = a, right = b, on = [k], within = unbounded, type = outer }, select ="
            + " [\"left.k\"] | not one of the words; allowed: inner, left, full, anti",
        "as-of { left = a, right = b, on = [k], type = full }, select = [\"left.k\"] | allowed:"
            + " inner, left",
        "join { left = a, right = b, within = unbounded }, select = [\"left.k\"] |"
            + " pipeline.streams.s.join.on: missing",
        "join { left = a, right = b, on = [k], left-key = [k], within = unbounded }, select ="
            + " [\"left.k\"] | pipeline.streams.s.join.left-key = [k]: on stands there too",
        "join { left = a, right = b, left-key = [k, v], right-key = [k], within = unbounded }, select"
            + " = [\"left.k\"] | not as many columns as in left-key",
        "join { left = a, right = b, on = [v], within = unbounded }, select = [\"left.k\"] |"
            + " pipeline.streams.s.join.on = v: of another type on the left side: left=double,"
            + " right=long; declare both alike",
        "join { left = a, right = a, on = [k], within = unbounded }, select = [\"left.k\"] |"
            + " pipeline.streams.s.join.right = a: the left side too; give the sides streams of their"
            + " own",
        "join { left = a, right = c, on = [k], within = unbounded }, select = [\"left.k\"] |"
            + " pipeline.streams.s.join.right = c: names no source and no stream; allowed: a, b",
        "join { left = a, right = b, on = [k], within { upper = 1m }, type = anti }, select ="
            + " [\"right.k\"] | an anti join has no right side",
        "from = a, transform = \"no.such.Thing\" | small.conf:4: pipeline.streams.s.transform ="
            + " no.such.Thing: no such class on the class path; name its JAR in the environment"
            + " variable TIDEMARK_CLASSPATH",
        "from = a, transform = \"java.lang.String\" | pipeline.streams.s.transform ="
            + " java.lang.String: a class of another kind; a public class with a public constructor",
        "from = a, transform = \"io.tidemark.config.pipeline.Uncodable\" | a type cannot be coded:",
        "from = a, transform = \"io.tidemark.config.pipeline.Hasty\" | in the order of their arrival",
        "from = a, transform = \"x.Y\", select = [\"k\"] | pipeline.streams.s.select = [k]: not"
            + " beside transform; its class says what it gives"
      })
  void refusesStreamsThatMakeNoSense(String stream, String message) {
    assertThat(files.refusal(over("streams.s { " + stream + " }"))).contains(message);
  }

  @Test
  void refusesAUnionOfOtherColumnsNamingBoth() {
    String streams =
        """
        streams.x { from = a, select = ["k", "v"] }
          streams.y { from = b, select = ["k", "v"] }
          streams.s { from = [x, y] }
        """;

    assertThat(files.refusal(over(streams)))
        .isEqualTo(
            "small.conf:6: pipeline.streams.s.from = [x, y]: x and y have other columns: x=[k"
                + " string, v double], y=[k string, v long]; give both the same names and types in"
                + " one order, with streams that select them");
  }

  @Test
  void refusesAUnionInWhichARowWouldComeTwice() {
    String streams =
        """
        streams.x { from = a, where = "v > 1.0" }
          streams.y { from = a, where = "v < 2.0" }
          streams.s { from = [x, y] }
        """;

    assertThat(files.refusal(over(streams)))
        .contains(
            "pipeline.streams.s.from = [x, y]: x and y both hand on rows of a; a row comes once");
  }

  @Test
  void refusesAColumnThatAnExpressionNamesAndNobodyHas() {
    String streams =
        """
        streams.x { from = a, select = ["k", "v * 2.0 as w"] }
          streams.s { from = x, where = "w > 1.0 && v > 1.0" }
        """;

    assertThat(files.refusal(over(streams)))
        .isEqualTo(
            "small.conf:5: pipeline.streams.s.where = w > 1.0 && v > 1.0: at character 12: no such"
                + " column: v; columns: k, w");
  }

  @Test
  void refusesListsWhereValuesAreNeeded() {
    String streams =
        """
        streams.x { from = a, window { tumbling = 1h }, select = ["collect(v) as all"] }
          streams.s { from = x, where = "all == null" }
        """;

    assertThat(files.refusal(over(streams))).contains("a column of lists: all; only a sink takes");
  }

  @Test
  void refusesToOrderByKeyWhatHasNone() {
    assertThat(files.refusal("from = s, ", "from = a, order = key, "))
        .isEqualTo(
            "small.conf:4: pipeline.sinks.out.order = key: rows of a have no key; order = time");
  }
}
