package io.tidemark.config.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyCommandTest {
  private static final String HEADER =
      "seq,key,event_time,arrival_time,action,assigned_time,watermark";

  @TempDir Path folder;

  private String file(String... lines) {
    try {
      return Files.write(folder.resolve("input.csv"), List.of(lines)).toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Invocation policy(String file, String... options) {
    List<String> args = new ArrayList<>(List.of("policy", file));
    args.addAll(List.of(options));
    return Invocation.of(args.toArray(String[]::new));
  }

  /** The rows of the published example under one of its four policies, without the first column. */
  private static List<String> illustrated(String illustration) {
    String prefix = illustration + ",";
    try (InputStream cases =
        PolicyCommandTest.class.getResourceAsStream("/cases/admission_12_events.csv")) {
      return new String(cases.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> line.startsWith(prefix))
          .map(line -> line.substring(prefix.length()))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "early-policy, 5m, false",
    "no-early-policy, off, false",
    "substreams, 5m, true",
    "substreams-no-early-policy, off, true"
  })
  void judgesThePublishedTwelveEventsAsPublished(
      String illustration, String early, boolean substreams) throws IOException {
    List<String> expected = new ArrayList<>(List.of(HEADER));
    expected.addAll(illustrated(illustration));
    Path input = folder.resolve("cases.csv");
    List<String> keyed = new ArrayList<>(List.of(HEADER));
    keyed.addAll(illustrated("substreams"));
    Files.write(input, keyed);

    List<String> options =
        new ArrayList<>(List.of("--event-time", "event_time", "--arrival-time", "arrival_time"));
    options.addAll(List.of("--early", early, "--late", "5m", "--out-of-order", "2m"));
    if (substreams) {
      options.addAll(List.of("--substreams", "key"));
    }
    Invocation run = policy(input.toString(), options.toArray(String[]::new));

    assertThat(run.outLines()).isEqualTo(expected);
    assertThat(run.status()).isZero();
  }

  @Test
  void countsTheActionsOnStandardError() {
    String file =
        file(
            "t,a",
            "2024-01-01T00:00:00Z,2024-01-01T00:00:00Z",
            "x,y",
            "2024-01-01T00:00:00Z,2024-01-01T00:00:10Z");

    Invocation run = policy(file, "--event-time", "t", "--arrival-time", "a");

    assertThat(run.err()).isEqualTo("3 rows: 1 none, 1 adjust_late, 1 bad\n");
  }

  @Test
  void takesTheDefaultsOfFiveMinutesEarlyFiveSecondsLateAndNoDisorder() {
    String file =
        file(
            "t,a",
            "2024-01-01T00:05:00Z,2024-01-01T00:00:00Z",
            "2024-01-01T00:05:01.000001Z,2024-01-01T00:00:01Z",
            "2024-01-01T00:04:59Z,2024-01-01T00:05:00Z",
            "2024-01-01T00:09:55Z,2024-01-01T00:10:00Z",
            "2024-01-01T00:09:54.999999Z,2024-01-01T00:10:00Z");

    assertThat(policy(file, "--event-time", "t", "--arrival-time", "a").outLines())
        .containsExactly(
            HEADER,
            "1,,2024-01-01T00:05:00Z,2024-01-01T00:00:00Z,none,2024-01-01T00:05:00Z,2024-01-01T00:05:00Z",
            "2,,2024-01-01T00:05:01.000001Z,2024-01-01T00:00:01Z,drop_early,,2024-01-01T00:05:00Z",
            "3,,2024-01-01T00:04:59Z,2024-01-01T00:05:00Z,adjust_order,2024-01-01T00:05:00Z,2024-01-01T00:05:00Z",
            "4,,2024-01-01T00:09:55Z,2024-01-01T00:10:00Z,none,2024-01-01T00:09:55Z,2024-01-01T00:09:55Z",
            "5,,2024-01-01T00:09:54.999999Z,2024-01-01T00:10:00Z,adjust_late,2024-01-01T00:09:55Z,2024-01-01T00:09:55Z");
  }

  @Nested
  class WithoutArrivalTimes {
    @Test
    void judgesOrderOnlyAndRepeatsTheEventTime() {
      String file = file("t", "2024-01-01 00:00:00", "2030-01-01 00:00:00", "2024-01-01 00:00:00");

      assertThat(policy(file, "--event-time", "t", "--out-of-order", "1s").outLines())
          .containsExactly(
              HEADER,
              "1,,2024-01-01T00:00:00Z,2024-01-01T00:00:00Z,none,2024-01-01T00:00:00Z,2023-12-31T23:59:59Z",
              "2,,2030-01-01T00:00:00Z,2030-01-01T00:00:00Z,none,2030-01-01T00:00:00Z,2029-12-31T23:59:59Z",
              "3,,2024-01-01T00:00:00Z,2024-01-01T00:00:00Z,adjust_order,2029-12-31T23:59:59Z,2029-12-31T23:59:59Z");
    }

    @Test
    void hasNoFloorAcrossSubstreams() {
      String file = file("t,k", "2030-01-01T00:00:00Z,a", "2024-01-01T00:00:00Z,b");

      assertThat(policy(file, "--event-time", "t", "--substreams", "k").outLines())
          .endsWith(
              "2,b,2024-01-01T00:00:00Z,2024-01-01T00:00:00Z,none,2024-01-01T00:00:00Z,2024-01-01T00:00:00Z");
    }
  }

  @Nested
  class ABadRow {
    @Test
    void showsItsRawFieldsAndTheWatermarkOfThePartition() {
      String file =
          file(
              "t,a",
              "nothing yet,2024-01-01T00:00:00Z",
              "2024-01-01T00:00:00Z,2024-01-01T00:00:00Z",
              "\"1,5\",2024-06-01T00:00:00Z",
              "2024-01-01T00:00:01Z,",
              "one field",
              "2024-01-01T00:00:00Z,2024-01-01T00:00:02Z");

      assertThat(policy(file, "--event-time", "t", "--arrival-time", "a").outLines())
          .containsExactly(
              HEADER,
              "1,,nothing yet,2024-01-01T00:00:00Z,bad,,",
              "2,,2024-01-01T00:00:00Z,2024-01-01T00:00:00Z,none,2024-01-01T00:00:00Z,2024-01-01T00:00:00Z",
              "3,,\"1,5\",2024-06-01T00:00:00Z,bad,,2024-01-01T00:00:00Z",
              "4,,2024-01-01T00:00:01Z,,bad,,2024-01-01T00:00:00Z",
              "5,,one field,,bad,,2024-01-01T00:00:00Z",
              "6,,2024-01-01T00:00:00Z,2024-01-01T00:00:02Z,none,2024-01-01T00:00:00Z,2024-01-01T00:00:00Z");
    }

    @Test
    void showsTheWatermarkOfItsKeyIfItHasOne() {
      String file =
          file(
              "t,a,k,l",
              "2024-01-01T00:00:00Z,2024-01-01T00:00:00Z,x,1",
              "bad,2024-01-01T00:00:00Z,x,1",
              "bad,2024-01-01T00:00:00Z,y,1",
              "2024-01-01T00:00:00Z,2024-01-01T00:00:00Z,,1");

      assertThat(
              policy(file, "--event-time", "t", "--arrival-time", "a", "--substreams", "k,l")
                  .outLines())
          .containsExactly(
              HEADER,
              "1,x|1,2024-01-01T00:00:00Z,2024-01-01T00:00:00Z,none,2024-01-01T00:00:00Z,2024-01-01T00:00:00Z",
              "2,x|1,bad,2024-01-01T00:00:00Z,bad,,2024-01-01T00:00:00Z",
              "3,y|1,bad,2024-01-01T00:00:00Z,bad,,",
              "4,|1,2024-01-01T00:00:00Z,2024-01-01T00:00:00Z,bad,,");
    }
  }

  @Test
  void obeysTheActions() {
    String file =
        file(
            "t,a",
            "2024-01-01T01:00:00Z,2024-01-01T00:00:00Z",
            "2024-01-01T00:00:00Z,2024-01-01T02:00:00Z",
            "2024-01-01T02:00:00Z,2024-01-01T02:00:00Z",
            "2024-01-01T01:59:59Z,2024-01-01T02:00:00Z");

    List<String> lines =
        policy(
                file,
                "--event-time",
                "t",
                "--arrival-time",
                "a",
                "--early",
                "5m",
                "--late",
                "5m",
                "--on-early",
                "pass",
                "--on-late",
                "drop",
                "--on-out-of-order",
                "drop")
            .outLines();

    assertThat(lines)
        .containsExactly(
            HEADER,
            "1,,2024-01-01T01:00:00Z,2024-01-01T00:00:00Z,none,2024-01-01T01:00:00Z,2024-01-01T01:00:00Z",
            "2,,2024-01-01T00:00:00Z,2024-01-01T02:00:00Z,drop_late,,2024-01-01T01:00:00Z",
            "3,,2024-01-01T02:00:00Z,2024-01-01T02:00:00Z,none,2024-01-01T02:00:00Z,2024-01-01T02:00:00Z",
            "4,,2024-01-01T01:59:59Z,2024-01-01T02:00:00Z,drop_order,,2024-01-01T02:00:00Z");
  }

  @Test
  void readsEpochTimesAndPrintsInstants() {
    String file = file("t", "1704067200.25");

    assertThat(
            policy(file, "--event-time", "t", "--time-format", "epoch-seconds").outLines().get(1))
        .startsWith("1,,2024-01-01T00:00:00.250Z,2024-01-01T00:00:00.250Z,none,");
  }

  @Test
  void printsATableWithTheTotalsBelow() {
    String file = file("t,k", "2024-01-01T00:00:00Z,a");

    assertThat(policy(file, "--event-time", "t", "--substreams", "k", "--output", "table").out())
        .isEqualTo(
            """
            seq  key  event_time            arrival_time          action  assigned_time         watermark
            1    a    2024-01-01T00:00:00Z  2024-01-01T00:00:00Z  none    2024-01-01T00:00:00Z  2024-01-01T00:00:00Z

            1 row: 1 none
            """);
  }

  @Test
  void printsATableByDefaultOnATerminalOnly() {
    String file = file("t", "2024-01-01T00:00:00Z");
    Invocation table = policy(file, "--event-time", "t", "--output", "table");
    Invocation csv = policy(file, "--event-time", "t", "--output", "csv");
    assertThat(table.out()).isNotEqualTo(csv.out());

    assertThat(Invocation.onTerminal("policy", file, "--event-time", "t")).isEqualTo(table);
    assertThat(Invocation.onTerminal("policy", file, "--event-time", "t", "--output", "csv"))
        .isEqualTo(csv);
    assertThat(policy(file, "--event-time", "t")).isEqualTo(csv);
  }

  @Test
  void judgesNoRowOfAFileWithAHeaderOnly() {
    Invocation run = policy(file("t"), "--event-time", "t");

    assertThat(run.out()).isEqualTo(HEADER + "\n");
    assertThat(run.err()).isEqualTo("0 rows\n");
    assertThat(run.status()).isZero();
  }

  @Nested
  class IsRefused {
    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "--late=soon | tidemark: --late = soon: not a duration; allowed: an integer and us, ms,"
              + " s, m, h or d, such as 90s; or unbounded",
          "--early=-1s | tidemark: --early = -1s: negative; allowed: an integer",
          "--out-of-order=5 | tidemark: --out-of-order = 5: not a duration",
          "--on-late=pass | tidemark: --on-late = pass: not one of the words; allowed: drop,"
              + " adjust",
          "--on-early=adjsut | tidemark: --on-early = adjsut: not one of the words; did you mean"
              + " adjust? allowed: drop, adjust, pass",
          "--output=json | tidemark: --output = json: not one of the words; allowed: csv, table",
          "--time-format=unix | allowed: iso8601, epoch-seconds, epoch-millis, epoch-micros",
          "--substreams=k,k | tidemark: --substreams = k: named twice",
          "--substreams=kk | tidemark: --substreams = kk: no such column; did you mean k? columns:"
              + " t, k",
          "--arrival-time=tt | tidemark: --arrival-time = tt: no such column; did you mean t?"
              + " columns: t, k",
          "--erly=5m | tidemark: no such option: --erly=5m; did you mean --early?"
        })
    void withTheReason(String option, String message) {
      Invocation run = policy(file("t,k", "2024-01-01T00:00:00Z,a"), "--event-time", "t", option);

      assertThat(run.err()).contains(message);
      assertThat(run.out()).isEmpty();
      assertThat(run.status()).isEqualTo(ExitStatus.REFUSED);
    }

    @Test
    void withoutAFile() {
      Invocation run = policy(folder.resolve("none.csv").toString(), "--event-time", "t");

      assertThat(run.err())
          .isEqualTo(
              "tidemark: "
                  + folder
                  + "/none.csv: no such file; name a CSV file with a header row\n");
      assertThat(run.status()).isEqualTo(ExitStatus.REFUSED);
    }

    @Test
    void withoutAnEventTime() {
      Invocation run = policy(file("t"));

      assertThat(run.err()).contains("--event-time");
      assertThat(run.status()).isEqualTo(ExitStatus.REFUSED);
    }
  }
}
