package io.tidemark.config.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.entity.Entity;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.pipeline.Plan;
import io.tidemark.core.time.Time;
import io.tidemark.runtime.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is known of a run does not depend on whether its members came back from snapshots. */
class WatchedMemberTest {
  private static final long SEED = 5;

  @TempDir Path folder;

  /** Takes a snapshot of each member with its every event, and keeps the last. */
  private static final class Last implements TappedRun.Tap {
    private final Map<EntityId, byte[]> snapshots = new ConcurrentHashMap<>();
    private final CompletableFuture<Plan> plan = new CompletableFuture<>();
    private final CompletableFuture<RunWatch> watch = new CompletableFuture<>();

    @Override
    public void begins(Plan running, RunWatch watched) {
      plan.complete(running);
      watch.complete(watched);
    }

    @Override
    public void persisted(EntityId id, Entity entity) {
      snapshots.put(id, entity.snapshot());
    }
  }

  @Test
  void knowsFromSnapshotsAloneWhatWasKnownAtTheEnd() throws Exception {
    DisorderedFiles.write(folder, SEED, 1_000, 1_000);
    Path pipeline = DisorderedFiles.pipeline(folder, 50);
    Files.writeString(
        pipeline,
        Files.readString(pipeline)
            .replace("sources.apart {", "sources.apart { flush-at-end = watermark,"));
    Last last = new Last();
    assertThat(
            TappedRun.run(
                TappedRun.request(pipeline, folder.resolve("out"), folder.resolve("state")), last))
        .isEqualTo(new Outcome.Completed());
    RunWatch known = last.watch.join();

    RunWatch again = RunWatch.of(last.plan.join());
    RunEntities entities = new RunEntities(last.plan.join(), again);
    for (EntityId.Member member : last.plan.join().topology().members()) {
      Entity entity = entities.create(member);
      entity.restore(last.snapshots.getOrDefault(member, new byte[0]));
      entity.start(0);
    }

    assertThat(known.windowsDiscarded()).isPositive();
    assertThat(again.windowsDiscarded()).isEqualTo(known.windowsDiscarded());
    // What the substreams counted they say themselves when they come back.
    assertThat(again.source("apart").counts()).isEqualTo(known.source("apart").counts());
    for (String source : known.sources().keySet()) {
      long watermark = known.source(source).watermarkMicros();
      assertThat(Time.isFinite(watermark)).as(source).isTrue();
      assertThat(again.source(source).watermarkMicros()).as(source).isEqualTo(watermark);
    }
  }
}
