package io.tidemark.config;

import io.tidemark.config.launch.Launch;
import io.tidemark.config.launch.Run;
import io.tidemark.config.launch.RunRequest;
import io.tidemark.config.launch.RunSettings;
import io.tidemark.config.launch.RunSummary;
import io.tidemark.config.refusal.Refused;
import io.tidemark.core.pipeline.Pipeline;
import java.nio.file.Path;
import org.apache.pekko.actor.typed.ActorSystem;

/**
 * Runs pipelines that a program describes: in an actor system of the program's ({@link #start}), or
 * as the whole work of a process ({@link #run}).
 */
public final class Tidemark {
  private Tidemark() {}

  /**
   * Starts a pipeline in an actor system that the caller starts and ends, and returns at once. It
   * goes on where the system's journal says that a pipeline of this name was, so what describes it
   * must be the same then; outputs that the journal knows nothing of are replaced.
   *
   * <p>The system loads {@code tidemark-local.conf} or, as a node of a cluster, {@code
   * tidemark-cluster.conf}; its journal is {@code pekko.persistence.journal.plugin} or, where none
   * is set, {@code tidemark.journal}. In a cluster every node starts the pipeline, and a system
   * runs a pipeline of one name once.
   *
   * @throws IllegalArgumentException where the streams form a cycle, or the system's configuration
   *     would lose messages; the message names the setting
   * @throws IllegalStateException where the system has no journal
   */
  public static Run start(ActorSystem<?> system, Pipeline pipeline) {
    return Run.start(system, pipeline);
  }

  /**
   * Runs a pipeline to its end, as {@code tidemark run} does with a pipeline file: an interrupted
   * run in that state goes on, a complete one is replaced. Warnings, and why a run failed, go to
   * {@code System.err}. A run that fails throws nothing: look at {@link RunSummary#ending}.
   *
   * @param state the folder of the state, which is created
   * @throws Refused where nothing was run; see {@link #run(Pipeline, RunSettings)}
   */
  public static RunSummary run(Pipeline pipeline, Path state) throws Refused {
    return run(pipeline, RunSettings.state(state));
  }

  /**
   * Runs a pipeline to its end in an actor system and journal of its own, and waits for it. SIGTERM
   * and SIGINT end the run before its end and leave a state that goes on; the program decides what
   * to do then. A run that fails throws nothing: its {@link RunSummary#ending} is {@code FAILED},
   * its {@link RunSummary#reason} says why, and {@link RunSettings#messages} gets that line.
   *
   * @throws Refused where nothing was run: the state is held by another process, belongs to another
   *     pipeline or other inputs, or an output exists that no run of this state wrote. Where a
   *     message advises {@code --fresh}, a program says {@link RunSettings#startingFresh}
   */
  public static RunSummary run(Pipeline pipeline, RunSettings settings) throws Refused {
    RunRequest request =
        RunRequest.of(pipeline, settings.journal(), settings.state(), settings.fresh());
    return Launch.of(request, settings).run();
  }
}
