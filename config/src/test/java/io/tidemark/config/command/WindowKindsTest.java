package io.tidemark.config.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What windows of each kind write, what {@code check} says of them, and that a replay agrees. */
@Timeout(120)
class WindowKindsTest {
  private static final String READINGS =
      """
      at,device,value
      2024-03-01T10:00:00Z,a,10.0
      2024-03-01T10:00:10Z,b,20.0
      2024-03-01T10:00:20Z,a,
      2024-03-01T10:01:00Z,a,30.0
      2024-03-01T10:01:30Z,b,15.0
      """;

  @TempDir private Path folder = Path.of("");

  /** Runs the pipeline, and again from what was recorded; gives what {@code check} prints. */
  private String run(String window, String more) throws IOException {
    Files.writeString(folder.resolve("readings.csv"), READINGS);
    String text =
        """
        pipeline {
          sources.readings { paths = ["readings.csv"], event-time.column = at, columns { value = double } }
          streams.s { from = readings, window { %s }, %s }
          sinks.out { from = s, path = "out.csv" }
        }
        """
            .formatted(window, more);
    String pipeline = Files.writeString(folder.resolve("p.conf"), text).toString();
    Invocation check = Invocation.of("check", pipeline);
    assertThat(check.status()).as(check.err()).isZero();
    Invocation run = Invocation.of("run", pipeline);
    assertThat(run.status()).as(run.err()).isZero();
    Invocation replay = Invocation.of("replay", pipeline);
    assertThat(replay.out()).as(replay.err()).startsWith("identical");
    Invocation until = Invocation.of("replay", pipeline, "--until", "2024-03-01T10:00:30Z");
    assertThat(until.out()).as(until.err()).startsWith("identical");
    return check.out();
  }

  /** The lines of the output, with what all times have in common left out. */
  private String written() throws IOException {
    return Files.readString(folder.resolve("out.csv")).replace("2024-03-01T", "");
  }

  @Test
  void severalAtOnceSayWhichIsMeant() throws Exception {
    String check =
        run(
            "several { minute { tumbling = 1m }, visit { session { gap = 30s } } }",
            "key-by = [device], select = [\"count() as n\", \"first(value) as first\"]");

    assertThat(check)
        .contains("minute: tumbling windows of 1m, [s,e)")
        .contains("visit: sessions with gaps up to 30s")
        .contains("count() as n, first(value) as first, by device");
    assertThat(written())
        .isEqualTo(
            """
            window_start,window_end,device,window,n,first
            10:00:10Z,10:00:40Z,b,visit,1,20.0
            10:00:00Z,10:00:50Z,a,visit,2,10.0
            10:00:00Z,10:01:00Z,a,minute,2,10.0
            10:00:00Z,10:01:00Z,b,minute,1,20.0
            10:01:00Z,10:01:30Z,a,visit,1,30.0
            10:01:00Z,10:02:00Z,a,minute,1,30.0
            10:01:00Z,10:02:00Z,b,minute,1,15.0
            10:01:30Z,10:02:00Z,b,visit,1,15.0
            """);
  }

  @Test
  void partialResultsSayThatTheyAreNotFinal() throws Exception {
    String check = run("tumbling = 1m, partial = 30s", "select = [\"count() as n\"]");

    assertThat(check).contains("tumbling windows of 1m, [s,e), partial results every 30s");
    assertThat(written())
        .isEqualTo(
            """
            window_start,window_end,final,n
            10:00:00Z,10:00:30Z,false,3
            10:00:00Z,10:01:00Z,true,3
            10:01:00Z,10:01:30Z,false,1
            10:01:00Z,10:02:00Z,true,2
            """);
  }

  @Test
  void partialResultsAreOfHoppingWindowsToo() throws Exception {
    run("hopping { size = 1m, hop = 30s }, partial = 30s", "select = [\"count() as n\"]");

    assertThat(written())
        .isEqualTo(
            """
            window_start,window_end,final,n
            09:59:30Z,10:00:30Z,true,3
            10:00:00Z,10:00:30Z,false,3
            10:00:00Z,10:01:00Z,true,3
            10:00:30Z,10:01:30Z,true,1
            10:01:00Z,10:01:30Z,false,1
            10:01:00Z,10:02:00Z,true,2
            10:01:30Z,10:02:00Z,false,1
            10:01:30Z,10:02:30Z,true,1
            """);
  }

  @Test
  void whatIsFinalCanBeToldInAStreamOverThem() throws Exception {
    run(
        "days {}, partial = 1h",
        """
        select = ["count() as n"] }
          streams.finals { from = s, where = "final", select = ["n"] }
          sinks.finals { from = finals, path = "finals.csv"
        """);

    assertThat(Files.readString(folder.resolve("finals.csv"))).isEqualTo("n\n5\n");
    assertThat(written().lines()).hasSize(15);
  }

  @Test
  void aSnapshotHasWhatIsAtOneTime() throws Exception {
    String check = run("snapshot {}", "select = [\"last(value) as last\"]");

    assertThat(check).contains("all rows of one time");
    assertThat(written())
        .startsWith("window_start,window_end,last\n10:00:00Z,10:00:00.000001Z,10.0\n")
        .hasLineCount(6);
  }

  @Test
  void sessionsAreCutOnTheGridOfTheirMaximum() throws Exception {
    String check =
        run("session { gap = 1m, max = 40s, cut-on-grid = on }", "select = [\"count() as n\"]");

    assertThat(check)
        .contains("sessions with gaps up to 1m, at most 40s, cut at multiples of that");
    assertThat(written())
        .isEqualTo(
            """
            window_start,window_end,n
            10:00:00Z,10:00:40Z,3
            10:01:00Z,10:02:00Z,2
            """);
  }

  @Test
  void slidingWindowsGiveARowWhereRowsEnterOnly() throws Exception {
    String check =
        run("sliding = 1m, on-enter-only = on", "key-by = [device], select = [\"count() as n\"]");

    assertThat(check).contains("sliding windows of 1m, where rows enter");
    assertThat(written())
        .isEqualTo(
            """
            window_start,window_end,device,n
            09:59:00Z,10:00:00Z,a,1
            09:59:10Z,10:00:10Z,b,1
            09:59:20Z,10:00:20Z,a,2
            10:00:00Z,10:01:00Z,a,2
            10:00:30Z,10:01:30Z,b,1
            """);
  }

  @Test
  void emptyWindowsComeWhereTheyAreAskedFor() throws Exception {
    String check =
        run(
            "tumbling = 20s, empty-in-a-row = 2",
            "key-by = [device], select = [\"count() as n\", \"max(value) as peak\"]");

    assertThat(check).contains("tumbling windows of 20s, [s,e), empty ones too, up to 2 in a row");
    assertThat(written())
        .isEqualTo(
            """
            window_start,window_end,device,n,peak
            10:00:00Z,10:00:20Z,a,1,10.0
            10:00:00Z,10:00:20Z,b,1,20.0
            10:00:20Z,10:00:40Z,a,1,
            10:00:20Z,10:00:40Z,b,0,
            10:00:40Z,10:01:00Z,a,0,
            10:00:40Z,10:01:00Z,b,0,
            10:01:00Z,10:01:20Z,a,1,30.0
            10:01:20Z,10:01:40Z,a,0,
            10:01:20Z,10:01:40Z,b,1,15.0
            10:01:40Z,10:02:00Z,a,0,
            10:01:40Z,10:02:00Z,b,0,
            10:02:00Z,10:02:20Z,b,0,
            """);
  }
}
