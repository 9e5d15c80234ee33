package io.tidemark.config.pipeline;

import static io.tidemark.config.pipeline.PipelineFiles.over;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a stream is refused for: with its place, its value and what is allowed. */
class StreamRefusalTest {
  private final PipelineFiles files;

  StreamRefusalTest(@TempDir Path folder) {
    files = new PipelineFiles(folder);
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
}
