package io.tidemark.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One run of the pipeline on three nodes, to its end, in which one thing happens.
 *
 * @param number from 1
 * @param fault what happened
 * @param after how long after the start
 * @param silence the longest time from then on in which no output grew
 * @param restarts how often nodes had to be started again
 * @param took from the start to the end
 * @param wrong in what the outputs differ, or why the run did not end; empty where all is right
 */
record Round(
    int number,
    Fault fault,
    Duration after,
    Duration silence,
    int restarts,
    Duration took,
    String wrong) {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /** A silence counts as the fault's that begins so long after it at most. */
  private static final Duration AFTERMATH = Duration.ofSeconds(10);

  /** Outputs grow before anything happens, so that there is something to resume. */
  private static final Duration WARM_UP = Duration.ofSeconds(60);

  boolean isRight() {
    return wrong.isEmpty();
  }

  static Round run(int number, Fault fault, Scene scene, Path expected)
      throws IOException, InterruptedException {
    long began = System.nanoTime();
    Fleet fleet = scene.fleet();
    try (OutputWatch watch = new OutputWatch(fleet.output())) {
      fleet.start(1, "--fresh");
      fleet.awaitRunning(1);
      for (int node = 2; node <= Chaos.NODES; node++) {
        fleet.start(node);
      }
      long warm = System.nanoTime() + WARM_UP.toNanos();
      while (watch.size() < 10_000 && System.nanoTime() < warm) {
        scene.pass(Duration.ofMillis(200));
      }
      scene.pass(scene.seconds(8, 18));
      long struck = System.nanoTime();
      fault.strike(scene);
      long undone = System.nanoTime();
      String late = await(scene);
      Duration silence = watch.longestSilence(struck, undone + AFTERMATH.toNanos());
      List<String> wrong = late.isEmpty() ? differences(expected, fleet.output()) : List.of(late);
      return new Round(
          number,
          fault,
          Duration.ofNanos(struck - began),
          silence,
          fleet.restarts(),
          Duration.ofNanos(System.nanoTime() - began),
          String.join("; ", wrong));
    }
  }

  /** Until all have ended; those who came too late to take part end as soon as they see that. */
  private static String await(Scene scene) throws IOException, InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!scene.fleet().isDone()) {
      if (System.nanoTime() > end) {
        return "not at its end after " + PATIENCE.toSeconds() + " s\n" + scene.fleet().lastWords();
      }
      scene.fleet().keepRunning();
      TimeUnit.MILLISECONDS.sleep(100);
    }
    return "";
  }

  private static List<String> differences(Path expected, Path actual) throws IOException {
    List<String> wrong = new ArrayList<>();
    for (String output : Job.OUTPUTS) {
      long at = Files.mismatch(expected.resolve(output), actual.resolve(output));
      if (at >= 0) {
        wrong.add(output + " differs at byte " + at);
      }
    }
    return wrong;
  }
}
