package io.tidemark.config.launch;

import com.typesafe.config.Config;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.pipeline.PayloadCodecs;
import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.pipeline.Plan;
import io.tidemark.persistence.journal.JournalSetup;
import io.tidemark.runtime.Outcome;
import io.tidemark.runtime.PipelineRuntime;
import io.tidemark.runtime.Placement;
import io.tidemark.runtime.RunningPipeline;
import io.tidemark.runtime.clock.Stopwatch;
import io.tidemark.runtime.clock.SystemClock;
import io.tidemark.runtime.entity.RuntimeSettings;
import io.tidemark.sharding.ClusterNode;
import io.tidemark.sharding.ClusterPlacement;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.apache.pekko.actor.typed.ActorSystem;

/**
 * A pipeline that runs in an actor system that somebody else starts and ends. Safe to use from any
 * thread.
 */
public final class Run {
  private static final String JOURNAL = "tidemark.journal";
  private static final String SNAPSHOT_STORE = "tidemark.snapshot-store";
  private static final String DEFAULT_JOURNAL = "pekko.persistence.journal.plugin";
  private static final String DEFAULT_SNAPSHOT_STORE = "pekko.persistence.snapshot-store.plugin";

  private final ActorSystem<?> system;
  private final RunningPipeline running;
  private final Plan plan;
  private final RunWatch watch;
  private final Stopwatch watching = Stopwatch.started();

  private Run(ActorSystem<?> system, RunningPipeline running, Plan plan, RunWatch watch) {
    this.system = system;
    this.running = running;
    this.plan = plan;
    this.watch = watch;
  }

  /** Starts the pipeline, or goes on with it where the system's journal says it was. */
  public static Run start(ActorSystem<?> system, Pipeline pipeline) {
    Plan plan = new Plan(pipeline);
    RunWatch watch = RunWatch.of(plan);
    return new Run(system, start(system, plan, watch), plan, watch);
  }

  static RunningPipeline start(ActorSystem<?> system, Plan plan, RunWatch watch) {
    Config config = system.settings().config();
    String journal = config.getString(DEFAULT_JOURNAL).isEmpty() ? JOURNAL : "";
    String snapshots = config.getString(DEFAULT_SNAPSHOT_STORE).isEmpty() ? SNAPSHOT_STORE : "";
    if (journal.equals(JOURNAL)) {
      requireJournal(system, config.getConfig(JOURNAL));
    }
    return PipelineRuntime.start(
        system,
        plan.pipeline().name(),
        new RunEntities(plan, watch),
        placement(config, plan),
        RuntimeSettings.defaults().withPlugins(journal, snapshots),
        new SystemClock());
  }

  /** Without one every entity would fail, again and again. */
  private static void requireJournal(ActorSystem<?> system, Config journal) {
    boolean given = system.settings().setup().get(JournalSetup.class).isPresent();
    if (!given && journal.getString("directory").isEmpty() && !journal.getBoolean("in-memory")) {
      throw new IllegalStateException(
          "the actor system has no journal: system="
              + system.name()
              + "; set "
              + JOURNAL
              + ".directory, "
              + JOURNAL
              + ".in-memory = on or "
              + DEFAULT_JOURNAL
              + ", or give the system a JournalSetup");
    }
  }

  private static Placement placement(Config config, Plan plan) {
    String provider = config.getString("pekko.actor.provider");
    boolean cluster = provider.equals("cluster") || provider.endsWith("ClusterActorRefProvider");
    return cluster
        ? ClusterPlacement.of(plan.topology().members(), new PayloadCodecs(plan)::between)
        : Placement.local();
  }

  /** How it ended, once it has; never fails itself. */
  public CompletionStage<RunSummary> ended() {
    return running.outcome().thenApply(this::summary);
  }

  /**
   * Ends it before it is complete: every entity finishes the write it is at. A second call changes
   * nothing.
   *
   * @return how it ended, which is another way where it was ending already
   */
  public CompletionStage<RunSummary> stop() {
    return running.stop().thenApply(this::summary);
  }

  private RunSummary summary(Outcome outcome) {
    return RunSummary.of(outcome, Ending.DRAINED, watch, watching.elapsed(), false);
  }

  /** Records read so far in this process, those read again after a restart included. */
  public long recordsRead() {
    return watch.recordsRead();
  }

  /** Rows written so far in this process, by all sinks. */
  public long rowsWritten() {
    return watch.rowsWritten();
  }

  /**
   * Why there is no output, at this moment: of each stream who holds it back, since when, why, and
   * what would release it; lines for a person. Of several nodes each knows what runs on it.
   */
  public List<String> why() {
    List<EntityId> residents = running.status().residents();
    return Explanation.of(
        "",
        plan,
        watch,
        member -> !ClusterNode.hasOthers(system) || residents.contains(member),
        new SystemClock().nowMicros());
  }
}
