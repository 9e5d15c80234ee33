package io.tidemark.runtime.entity;

import io.tidemark.core.message.EntityId;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/**
 * One lane of blocking work for each member that reads or writes, shared by all its incarnations:
 * what a killed incarnation still does to a file has ended before the next one opens it.
 */
public final class Lanes {
  private final Map<EntityId.Member, Lane> lanes = new ConcurrentHashMap<>();
  private final Executor blocking;
  private volatile boolean draining;

  /** No lane yet; jobs will run on the executor, which may block. */
  public Lanes(Executor blocking) {
    this.blocking = blocking;
  }

  Lane of(EntityId.Member member) {
    return lanes.computeIfAbsent(member, m -> new Lane(blocking));
  }

  /** From here on no read begins; one under way is still answered. */
  public void drain() {
    draining = true;
  }

  boolean isDraining() {
    return draining;
  }

  /** Completes when all work so far has ended, closing included. */
  public CompletionStage<Void> idle() {
    return CompletableFuture.allOf(
        lanes.values().stream()
            .map(lane -> lane.idle().toCompletableFuture())
            .toArray(CompletableFuture<?>[]::new));
  }
}
