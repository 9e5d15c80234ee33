package io.tidemark.config.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the end of a file does to windows that are not final, and what the run says of it. */
class FlushAtEndTest {
  private static final String TEXT =
      """
      pipeline {
        sources.in {
          paths = ["in.csv"], event-time { column = at }
          time { out-of-order = 10s%s }
          flush-at-end = %s
        }
        streams.counts { from = in, key-by = [device], window { tumbling = 1m }
          select = ["count() as n"] }
        sinks.counts { from = counts, path = "out/counts.csv" }
      }
      """;
  private static final String FINAL =
      """
      window_start,window_end,device,n
      2024-01-01T00:00:00Z,2024-01-01T00:01:00Z,a,2
      2024-01-01T00:01:00Z,2024-01-01T00:02:00Z,a,1
      """;
  private static final String OPEN =
      """
      2024-01-01T00:02:00Z,2024-01-01T00:03:00Z,a,1
      2024-01-01T00:02:00Z,2024-01-01T00:03:00Z,b,1
      """;

  private final RunFolder folder;

  FlushAtEndTest(@TempDir Path folder) {
    this.folder = new RunFolder(folder);
  }

  private String summary(String flush, String substreams) throws Exception {
    folder.write(
        "in.csv",
        """
        device,at
        a,2024-01-01T00:00:10Z
        a,2024-01-01T00:00:20Z
        a,2024-01-01T00:01:30Z
        b,2024-01-01T00:02:30Z
        a,2024-01-01T00:02:40Z
        """);
    Invocation run = folder.run(TEXT.formatted(substreams, flush));
    assertThat(run.status()).as(run.err()).isZero();
    return run.err().replaceAll("in \\d+\\.\\d s", "in T s");
  }

  @ParameterizedTest
  @ValueSource(strings = {"watermark", "none"})
  void discardsWindowsThatTheWatermarkHasNotPassedAndSaysHowMany(String flush) throws Exception {
    String summary = summary(flush, "");

    assertThat(folder.output("counts.csv")).isEqualTo(FINAL);
    assertThat(summary)
        .contains("\ncounts     2\n")
        .endsWith(
            """

            2 windows discarded: not final when the input ended

            5 records read in T s
            """);
  }

  @ParameterizedTest
  @ValueSource(strings = {"watermark", "none"})
  void discardsInASubstreamWhatItsOwnWatermarkHasNotPassed(String flush) throws Exception {
    String summary = summary(flush, ", substreams = [device]");

    assertThat(folder.output("counts.csv")).isEqualTo(FINAL);
    assertThat(summary)
        .contains("\ncounts     2\n", "\n2 windows discarded: not final when the input ended\n")
        .containsPattern("\nin +5 ")
        .endsWith("\n5 records read in T s\n");
  }

  @ParameterizedTest
  @CsvSource({"infinity, ''", "infinity, ', substreams = [device]'"})
  void makesEveryWindowFinalAndDiscardsNone(String flush, String substreams) throws Exception {
    String summary = summary(flush, substreams);

    assertThat(folder.output("counts.csv")).isEqualTo(FINAL + OPEN);
    assertThat(summary)
        .contains("\ncounts     4\n")
        .containsPattern("\nin +5 ")
        .endsWith("\n\n5 records read in T s\n")
        .doesNotContain("discarded");
  }
}
