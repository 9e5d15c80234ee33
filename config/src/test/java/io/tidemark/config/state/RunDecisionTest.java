package io.tidemark.config.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.config.refusal.Problem;
import io.tidemark.config.state.RunState.Status;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RunDecisionTest {
  private static final Map<String, String> SETTINGS =
      Map.of("pipeline.name", "p", "pipeline.streams.s.window.tumbling", "1h");

  private static RunState run(Map<String, String> settings, String... outputs) {
    return RunState.starting("p", settings, List.of(), List.of(outputs));
  }

  private static RunState old(Status status) {
    return run(SETTINGS, "out.csv").as(status, 7, null);
  }

  private static List<String> refusals(RunDecision decision) {
    assertThat(decision).isInstanceOf(RunDecision.Refuse.class);
    return ((RunDecision.Refuse) decision).problems().stream().map(Problem::toString).toList();
  }

  @Test
  void beginsWhereThereIsNoState() {
    assertThat(RunDecision.decide(null, run(SETTINGS, "out.csv"), List.of(), false))
        .isEqualTo(new RunDecision.Begin());
  }

  @ParameterizedTest
  @EnumSource(names = {"RUNNING", "INTERRUPTED", "FAILED"})
  void goesOnWithARunThatDidNotReachItsEnd(Status status) {
    assertThat(RunDecision.decide(old(status), run(SETTINGS, "out.csv"), List.of(), false))
        .isEqualTo(new RunDecision.Resume());
  }

  @ParameterizedTest
  @EnumSource(names = {"STARTING", "COMPLETE"})
  void beginsWhereNothingIsLeftToGoOnWith(Status status) {
    assertThat(RunDecision.decide(old(status), run(SETTINGS, "out.csv"), List.of(), false))
        .isEqualTo(new RunDecision.Begin());
  }

  @ParameterizedTest
  @EnumSource(names = {"STARTING", "COMPLETE"})
  void beginsWithAnotherPipelineWhereNothingIsLeftToGoOnWith(Status status) {
    RunState other = run(Map.of("pipeline.name", "q"), "other.csv");

    assertThat(RunDecision.decide(old(status), other, List.of("a.csv was changed"), false))
        .isEqualTo(new RunDecision.Begin());
  }

  @ParameterizedTest
  @EnumSource
  void beginsAfreshWhateverThereIs(Status status) {
    RunState other = run(Map.of("pipeline.name", "q"), "other.csv");

    assertThat(RunDecision.decide(old(status), other, List.of("a.csv is missing"), true))
        .isEqualTo(new RunDecision.Begin());
  }

  @Test
  void refusesAnotherPipelineAndNamesEachSettingThatDiffers() {
    RunState now =
        run(
            Map.of(
                "pipeline.name",
                "p",
                "pipeline.streams.s.window.tumbling",
                "2h",
                "pipeline.key-groups",
                "3"),
            "out.csv");

    assertThat(refusals(RunDecision.decide(old(Status.INTERRUPTED), now, List.of(), false)))
        .containsExactly(
            "the interrupted run of p: pipeline.key-groups was nothing and is 3; undo the change to"
                + " go on with it, or discard it with --fresh",
            "the interrupted run of p: pipeline.streams.s.window.tumbling was 1h and is 2h; undo"
                + " the change to go on with it, or discard it with --fresh");
  }

  @Test
  void refusesOtherInputs() {
    RunDecision decision =
        RunDecision.decide(
            old(Status.RUNNING), run(SETTINGS, "out.csv"), List.of("a.csv is missing"), false);

    assertThat(refusals(decision)).singleElement().asString().contains("a.csv is missing");
  }

  @Test
  void refusesOtherOutputs() {
    RunDecision decision =
        RunDecision.decide(old(Status.RUNNING), run(SETTINGS, "/tmp/out.csv"), List.of(), false);

    assertThat(refusals(decision))
        .singleElement()
        .asString()
        .contains("it wrote to out.csv and would write to /tmp/out.csv");
  }

  @Test
  void refusesForEveryDifferenceAtOnce() {
    RunState now = run(Map.of(), "other.csv");

    assertThat(
            refusals(
                RunDecision.decide(
                    old(Status.RUNNING),
                    now,
                    List.of("a.csv is missing", "b.csv was changed"),
                    false)))
        .hasSize(5);
  }
}
