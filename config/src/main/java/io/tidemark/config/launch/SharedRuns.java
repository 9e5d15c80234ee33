package io.tidemark.config.launch;

import io.tidemark.config.refusal.Problem;
import io.tidemark.config.refusal.Refused;
import io.tidemark.config.state.RunState;
import io.tidemark.persistence.journal.Journal;
import io.tidemark.persistence.journal.JournalException;
import io.tidemark.persistence.journal.PostgresSettings;
import io.tidemark.persistence.journal.SharedRun;
import io.tidemark.sharding.NodeAddress;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a run whose journal is shared knows of itself on other nodes. */
final class SharedRuns {
  private SharedRuns() {}

  /**
   * Takes part in the run.
   *
   * @throws Refused where the database cannot be used, or others are at the run who do not expect
   *     this process
   */
  static SharedRun attend(RunRequest request, PostgresSettings postgres) throws Refused {
    String pipeline = request.pipeline().name();
    String who =
        request
            .node()
            .map(node -> "node " + node.membership().self())
            .orElse("process " + ProcessHandle.current().pid());
    List<String> seeds =
        request.node().stream()
            .flatMap(node -> node.membership().seeds().stream())
            .map(NodeAddress::toString)
            .toList();
    SharedRun run =
        orRefused(
            request, () -> SharedRun.attend(postgres, pipeline, pipeline + ", " + who, seeds));
    if (!run.isAlone()) {
      try {
        Optional<Problem> problem = orRefused(request, () -> inTheWay(request, run, seeds));
        if (problem.isPresent()) {
          throw new Refused(problem.get());
        }
      } catch (Refused | RuntimeException e) {
        run.close();
        throw e;
      }
    }
    return run;
  }

  /** Why the process cannot take part in a run that others are at. */
  private static Optional<Problem> inTheWay(RunRequest request, SharedRun run, List<String> seeds) {
    String subject = "the run of " + request.pipeline().name();
    if (request.fresh() || request.node().isEmpty()) {
      return Optional.of(
          Problem.of(
              subject,
              "is under way: " + String.join("; ", run.others()),
              request.fresh()
                  ? "end it before it is discarded"
                  : "end it, or take part in it with --node"));
    }
    return run.seedsOfOthers().stream()
        .filter(others -> Collections.disjoint(others, seeds))
        .findFirst()
        .map(
            others ->
                Problem.of(
                    subject,
                    "is under way in another cluster, whose seed nodes are "
                        + String.join(", ", others),
                    "name one of these in cluster.seed-nodes"));
  }

  /** The run there is; one that is discarded need not be readable. */
  static @Nullable RunState old(RunRequest request, SharedRun run) throws Refused {
    String text = orRefused(request, () -> run.read().orElse(""));
    if (text.isEmpty()) {
      return null;
    }
    try {
      return RunState.parse(text);
    } catch (IOException e) {
      if (request.fresh()) {
        return null;
      }
      throw new Refused(
          Problem.of(
              "the run of " + request.pipeline().name() + " in the journal's database",
              "cannot be read: " + e.getMessage(),
              "restore it, or discard the run with --fresh"));
    }
  }

  static void write(SharedRun run, RunState state) throws IOException {
    try {
      run.write(state.text());
    } catch (JournalException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** Deletes what the journal has of the pipeline, where it is shared. */
  static void discard(RunRequest request) throws Refused {
    orRefused(
        request,
        () -> {
          Journal.discard(request.pipeline().journal(), request.pipeline().name());
          return true;
        });
  }

  private static <T> T orRefused(RunRequest request, Supplier<T> work) throws Refused {
    try {
      return work.get();
    } catch (JournalException e) {
      throw new Refused(
          Problem.of(
              "the journal of " + request.pipeline().name(), String.valueOf(e.getMessage()), ""));
    }
  }
}
