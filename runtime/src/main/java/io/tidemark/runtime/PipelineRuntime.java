package io.tidemark.runtime;

import com.typesafe.config.Config;
import io.tidemark.core.message.EntityId;
import io.tidemark.runtime.channel.EntityCommand;
import io.tidemark.runtime.clock.Clock;
import io.tidemark.runtime.entity.EntityFactory;
import io.tidemark.runtime.entity.RuntimeSettings;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.javadsl.Adapter;

/** Starts pipelines in an actor system that somebody else starts and ends. */
public final class PipelineRuntime {
  private static final String STASH = "pekko.persistence.typed.";

  private PipelineRuntime() {}

  /**
   * Starts a pipeline, or goes on with it where its journals say it was.
   *
   * @param pipeline name, without a slash; one system runs one pipeline of a name
   * @param placement where its entities live
   * @throws IllegalArgumentException where the name or the bounds are wrong
   */
  public static RunningPipeline start(
      ActorSystem<?> system,
      String pipeline,
      EntityFactory factory,
      Placement placement,
      RuntimeSettings settings,
      Clock clock) {
    if (pipeline.isEmpty() || pipeline.indexOf('/') >= 0) {
      throw new IllegalArgumentException(
          "a pipeline's name has no slash: actual=" + pipeline + "; rename the pipeline");
    }
    requireRoom(system.settings().config(), settings);
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    PipelineActor.Shared shared = PipelineActor.shared(system, pipeline, factory, settings, clock);
    ActorRef<PipelineActor.Command> actor =
        SystemActors.start(
            system, PipelineActor.create(shared, placement, outcome), "tidemark/" + pipeline);
    return new Running(system, shared, actor, outcome);
  }

  /**
   * Credit keeps what waits at an entity below half of its stash, and beyond the stash an entity
   * must fail: dropping would lose messages in silence.
   */
  private static void requireRoom(Config config, RuntimeSettings settings) {
    int capacity = config.getInt(STASH + "stash-capacity");
    if (settings.largestInbox() > capacity / 2) {
      throw new IllegalArgumentException(
          "too many messages may wait at one entity: expected at most half of "
              + STASH
              + "stash-capacity="
              + capacity
              + ", actual="
              + settings.largestInbox()
              + " (messages); lower the windows or raise the capacity");
    }
    String overflow = config.getString(STASH + "stash-overflow-strategy");
    if (!"fail".equals(overflow)) {
      throw new IllegalArgumentException(
          STASH
              + "stash-overflow-strategy="
              + overflow
              + " would lose messages in silence: set it to fail");
    }
  }

  private record Running(
      ActorSystem<?> system,
      PipelineActor.Shared shared,
      ActorRef<PipelineActor.Command> actor,
      CompletableFuture<Outcome> ended)
      implements RunningPipeline {

    @Override
    public CompletionStage<Outcome> outcome() {
      return ended.minimalCompletionStage();
    }

    @Override
    public CompletionStage<Outcome> stop() {
      actor.tell(new PipelineActor.Stop());
      return outcome();
    }

    @Override
    public CompletionStage<Outcome> drain() {
      actor.tell(new PipelineActor.Drain());
      return outcome();
    }

    @Override
    public boolean kill(EntityId id) {
      ActorRef<EntityCommand> incarnation = shared.node().peers().here(id);
      if (incarnation == null) {
        return false;
      }
      if (id instanceof EntityId.Coordinator) {
        incarnation.tell(new EntityCommand.Broken("killed")); // Its supervisor restarts it.
      } else {
        Adapter.toClassic(system).stop(Adapter.toClassic(incarnation));
      }
      return true;
    }

    @Override
    public PipelineStatus status() {
      return new PipelineStatus(shared.node().peers().residents(), shared.node().counters().all());
    }
  }
}
