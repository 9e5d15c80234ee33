package io.tidemark.config.state;

import io.tidemark.config.refusal.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What {@code run} does about the state it finds. A pure function of the state, the request and
 * what became of the inputs:
 *
 * <table>
 * <caption>Decisions</caption>
 * <tr><th>state</th><th>decision</th></tr>
 * <tr><td>none, starting, complete, or {@code --fresh}</td><td>a new run</td></tr>
 * <tr><td>interrupted; the same pipeline, inputs and outputs</td><td>it goes on</td></tr>
 * <tr><td>interrupted; any of them differs</td><td>refused, each difference named</td></tr>
 * </table>
 *
 * <p>A run that failed, or whose process is gone, is an interrupted one.
 */
public sealed interface RunDecision {
  /** A new run; whatever state there is goes. */
  record Begin() implements RunDecision {}

  /** The interrupted run goes on. */
  record Resume() implements RunDecision {}

  /** Neither, for these reasons. */
  record Refuse(List<Problem> problems) implements RunDecision {
    /** Copies the list. */
    public Refuse {
      problems = List.copyOf(problems);
    }
  }

  /**
   * Decides.
   *
   * @param old the state found; null where there is none
   * @param now the run that would begin: its settings, inputs and outputs
   * @param changedInputs what became of the inputs of the old run; empty where they are as they
   *     were
   * @param fresh whether the state is to be discarded
   */
  static RunDecision decide(
      @Nullable RunState old, RunState now, List<String> changedInputs, boolean fresh) {
    if (fresh || old == null || !old.status().resumable()) {
      return new Begin();
    }
    List<String> differences = differences(old, now, changedInputs);
    if (differences.isEmpty()) {
      return new Resume();
    }
    String way = "undo the change to go on with it, or discard it with --fresh";
    return new Refuse(
        differences.stream()
            .map(
                difference ->
                    Problem.of("the interrupted run of " + old.pipeline(), difference, way))
            .toList());
  }

  /**
   * In what a run differs from an earlier one, in words.
   *
   * @param changedInputs as for {@link #decide}
   */
  static List<String> differences(RunState old, RunState now, List<String> changedInputs) {
    List<String> differences = new ArrayList<>();
    if (!old.digest().equals(now.digest())) {
      differences.addAll(differentSettings(old, now));
    }
    differences.addAll(changedInputs);
    if (!old.outputs().equals(now.outputs())) {
      differences.add(
          "it wrote to " + listed(old.outputs()) + " and would write to " + listed(now.outputs()));
    }
    return differences;
  }

  private static List<String> differentSettings(RunState old, RunState now) {
    TreeSet<String> paths = new TreeSet<>(old.settings().keySet());
    paths.addAll(now.settings().keySet());
    List<String> differences = new ArrayList<>();
    for (String path : paths) {
      String was = old.settings().getOrDefault(path, "nothing");
      String is = now.settings().getOrDefault(path, "nothing");
      if (!was.equals(is)) {
        differences.add(path + " was " + was + " and is " + is);
      }
    }
    return differences;
  }

  private static String listed(List<String> files) {
    return files.isEmpty() ? "no file" : String.join(", ", files);
  }
}
