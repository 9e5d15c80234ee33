package io.tidemark.config.pipeline;

import static io.tidemark.config.pipeline.PipelineFiles.over;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a stream's windows are refused for: with their place, value and what is allowed. */
class WindowRefusalTest {
  private final PipelineFiles files;

  WindowRefusalTest(@TempDir Path folder) {
    files = new PipelineFiles(folder);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tumbling = 1h, snapshot {} | small.conf:4: pipeline.streams.s.window.snapshot = {}:"
            + " tumbling stands there too; exactly one of",
        "snapshot { size = 1h } | pipeline.streams.s.window.snapshot.size: no such setting",
        "snapshot {}, offset = 1h | pipeline.streams.s.window.offset: no such setting",
        "snapshot = on | pipeline.streams.s.window.snapshot = on: a text, where a block is",
        "sliding = 1m, on-enter-only = perhaps | pipeline.streams.s.window.on-enter-only ="
            + " perhaps: not one of the words; allowed: on, off, true, false",
        "count = 2, on-enter-only = on | pipeline.streams.s.window.on-enter-only: no such setting",
        "session { gap = 1m, cut-on-grid = on } | small.conf:4:"
            + " pipeline.streams.s.window.session.cut-on-grid = on: without max; give max, whose"
            + " multiples are the grid",
        "session { gap = 1m, max = 1h, cut-on-gird = on } | did you mean cut-on-grid?",
        "tumbling = 1h, empty-in-a-row = 0 | pipeline.streams.s.window.empty-in-a-row = 0: out of"
            + " range; allowed: a whole number from 1 to 1000000",
        "days {}, empty-in-a-row = 2 | pipeline.streams.s.window.empty-in-a-row: no such setting",
        "tumbling = 1h, partial = 0s | pipeline.streams.s.window.partial = 0s: zero",
        "session { gap = 1m }, partial = 1m | pipeline.streams.s.window.partial: no such setting",
        "tumbling = 1h, partial = 1m, empty-in-a-row = 2 | pipeline.streams.s.window.partial = 1m:"
            + " empty-in-a-row stands there too; one of the two",
        "hopping { size = 1h, hop = 15m }, partial = 10m | small.conf:4:"
            + " pipeline.streams.s.window.partial = 10m: does not fit windows of 1h every 15m; of"
            + " hopping windows a period that divides size and hop",
        "hopping { size = 1h, hop = 1m }, partial = 1us | into at most 1000000 periods",
        "several {} | small.conf:4: pipeline.streams.s.window.several = {}: there are none; at"
            + " least one block NAME { … }",
        "several { a { tumbling = 1h }, b { count = 0 } } |"
            + " pipeline.streams.s.window.several.b.count = 0: out of range",
        "several { a { tumbling = 1h, partial = 1m } } | small.conf:4:"
            + " pipeline.streams.s.window.several.a.partial = 1m: not among several windows; partial"
            + " results are of windows by themselves",
        "several { a { several { b { count = 1 } } } } |"
            + " pipeline.streams.s.window.several.a.several = b{count=1}: among several windows"
            + " already",
        "several { a { tumbling = 1h }, b = 5m } | pipeline.streams.s.window.several.b = 5m: a text,"
            + " where a block is expected",
        "several { \"x y\" { tumbling = 1h } } | not a name"
      })
  void refusesWindowsThatMakeNoSense(String window, String message) {
    assertThat(
            files.refusal(
                over("streams.s { from = a, window { " + window + " }, select = [\"count()\"] }")))
        .contains(message);
  }

  @Test
  void refusesASecondColumnThatSaysWhichWindowsOrWhetherFinal() {
    String keyed =
        "streams.s { from = x, key-by = [window], window { several { a { count = 1 } } }, select ="
            + " [\"count()\"] }";
    String named =
        "streams.s { from = a, window { days {}, partial = 1h }, select = [\"count() as final\"] }";

    assertThat(files.refusal(over("streams.x { from = a, select = [\"k as window\"] }\n" + keyed)))
        .contains("pipeline.streams.s.key-by = [window]: the result has a column window already");
    assertThat(files.refusal(over(named)))
        .contains("pipeline.streams.s.select", "two columns of the result have the name final");
  }
}
