package io.tidemark.config.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What commands say of a state while a process, which follows a file, holds it, and afterwards. */
@Timeout(120)
class HeldStateIT {
  /** No bound for late: the wall clock moves nothing. */
  private static final String PIPELINE =
      """
      pipeline {
        name = held
        sources.in {
          paths = ["in.csv"], event-time { column = at }, follow = on
          time { late = unbounded, out-of-order = 10s }
        }
        streams.counts { from = in, key-by = [device], window { tumbling = 1m }
          select = ["count() as n"] }
        sinks.counts { from = counts, path = "counts.csv" }
      }
      """;

  @TempDir private Path folder = Path.of("");
  private String pipeline = "";

  @BeforeEach
  void writeFiles() throws IOException {
    pipeline = Files.writeString(folder.resolve("p.conf"), PIPELINE).toString();
    Files.writeString(
        folder.resolve("in.csv"),
        """
        device,at
        a,2024-01-01T00:00:10Z
        b,2024-01-01T00:01:20Z
        a,2024-01-01T00:03:15Z
        """);
  }

  /** Holds the state, with two windows in its output and one that is open. */
  private RunProcess holder() throws Exception {
    RunProcess run = RunProcess.start(folder, "held", Path.of(pipeline));
    run.awaitRows("counts.csv", 2);
    return run;
  }

  private Invocation second(RunProcess holder, String... options) {
    List<String> args = new ArrayList<>(List.of("run", pipeline));
    args.addAll(List.of("--out", holder.output("").toString()));
    args.addAll(List.of("--state", holder.state().toString()));
    args.addAll(List.of(options));
    return Invocation.of(args.toArray(String[]::new));
  }

  @Test
  void isRefusedToEveryOtherCommandWithThePidOfItsHolder() throws Exception {
    try (RunProcess holder = holder()) {
      String state = holder.state().toString();
      String output = Files.readString(holder.output("counts.csv"));
      String run = Files.readString(holder.state().resolve("run.json"));
      long beganNanos = System.nanoTime();

      Invocation second = second(holder);

      assertThat(Duration.ofNanos(System.nanoTime() - beganNanos))
          .isLessThan(Duration.ofSeconds(5));
      List<Invocation> others =
          List.of(
              second(holder, "--fresh"),
              Invocation.of("journal", "ls", "--state", state),
              Invocation.of("journal", "show", pipeline, "sink/counts", "--state", state));
      String held =
          "tidemark: the state %s: is held by a running process: pid=%d; end that process, or use"
              + " another state with --state\n";
      Invocation refused =
          new Invocation(ExitStatus.REFUSED, "", held.formatted(state, holder.process().pid()));
      assertThat(second).isEqualTo(refused);
      assertThat(others).containsOnly(refused);
      assertThat(holder.output("counts.csv")).hasContent(output);
      assertThat(holder.state().resolve("run.json")).hasContent(run);
      holder.terminate();
    }
  }

  @Test
  void saysThatAPausedProcessDoesNotAnswerAndThatAKilledOneIsGone() throws Exception {
    try (RunProcess holder = holder()) {
      String pid = "pid=" + holder.process().pid();
      String state = holder.state().toString();
      holder.signal("STOP");

      Invocation paused = Invocation.of("why", pipeline, "--state", state);
      holder.signal("KILL");
      holder.ended();
      Invocation killed = Invocation.of("why", pipeline, "--state", state);

      assertThat(paused.status()).isEqualTo(ExitStatus.REFUSED);
      assertThat(paused.err())
          .isEqualTo(
              "tidemark: pipeline held: the process does not answer: "
                  + pid
                  + "; it may be paused or overloaded: ask again, or continue or end it\n");
      assertThat(killed.status()).isEqualTo(ExitStatus.REFUSED);
      assertThat(killed.err())
          .isEqualTo(
              "tidemark: pipeline held: is not running: the process that ran it is gone: "
                  + pid
                  + "; start it with run\n");
    }
  }

  @Test
  void answersWhoHoldsTheOutputBackAndIsReadOnceItWasLetGo() throws Exception {
    try (RunProcess holder = holder()) {
      String state = holder.state().toString();

      Invocation why = Invocation.of("why", pipeline, "counts", "--state", state);

      assertThat(why.status()).as(why.err()).isZero();
      assertThat(why.err()).isEmpty();
      String at = "at 2024-01-01T00:03:05Z since 20\\d\\d-\\S+Z \\(\\d+ s ago\\)";
      assertThat(why.outLines()).hasSize(6);
      assertThat(why.outLines().get(0))
          .isEqualTo("stream counts: complete before 2024-01-01T00:03:05Z");
      assertThat(why.outLines().get(1))
          .matches("  held back by key group \\d of stream counts, " + at);
      assertThat(why.outLines().get(2))
          .matches("  held back by partition in.csv of source in, " + at);
      assertThat(why.outLines().get(3))
          .isEqualTo(
              "    why: the largest time it admitted is 2024-01-01T00:03:15Z, less out-of-order ="
                  + " 10s");
      assertThat(why.outLines().get(4))
          .matches("    its last records were read 20\\d\\d-\\S+Z \\(\\d+ s ago\\)");
      assertThat(why.outLines().get(5))
          .isEqualTo(
              "    released: by later records only: without a bound for late, time tells nothing");
      holder.terminate();

      Invocation late = Invocation.of("why", pipeline, "--state", state);
      Invocation ls = Invocation.of("journal", "ls", "--state", state);

      assertThat(late.status()).isEqualTo(ExitStatus.REFUSED);
      assertThat(late.err())
          .isEqualTo(
              "tidemark: pipeline held: is not running: its last run is interrupted; start it with"
                  + " run\n");
      assertThat(ls.status()).as(ls.err()).isZero();
      assertThat(ls.err()).isEmpty();
      assertThat(ls.outLines().get(0)).matches("entity +events +last +bytes +snapshot");
      assertThat(ls.outLines())
          .anyMatch(line -> line.matches("held/partition/in/0 +\\d+ +\\d+ +\\d+.*"))
          .anyMatch(line -> line.matches("held/sink/counts +\\d+ +\\d+ +\\d+.*"));
    }
  }
}
