package io.tidemark.config.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Message;
import io.tidemark.runtime.Outcome;
import io.tidemark.runtime.RunningPipeline;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One kind of entity is killed again and again while the others live; nothing of it shows. */
class KilledEntityTest {
  private static final long SEED = Long.getLong("tidemark.seed", 5L);
  private static final int KILLS = 3;

  @TempDir static Path folder;
  private static Path pipeline = Path.of("");

  @BeforeAll
  static void runUndisturbed() throws Exception {
    DisorderedFiles.write(folder, SEED, 1_000, 1_000);
    pipeline = DisorderedFiles.pipeline(folder, 50);
    assertThat(run("undisturbed", new TappedRun.Tap() {})).isEqualTo(new Outcome.Completed());
  }

  private static Outcome run(String name, TappedRun.Tap tap) throws Exception {
    return TappedRun.run(
        TappedRun.request(pipeline, folder.resolve(name), folder.resolve(name + "-state")), tap);
  }

  /** Kills entities of one kind, one after the other, each at a message it is about to hear. */
  private static final class Killer implements TappedRun.Tap {
    private final Class<?> kind;
    private final AtomicInteger heard = new AtomicInteger();
    private final AtomicInteger kills = new AtomicInteger();

    Killer(Class<?> kind) {
      this.kind = kind;
    }

    /** One at a time: entities of a kind hear on several threads. */
    @Override
    public synchronized void hears(RunningPipeline pipeline, EntityId id, Message message) {
      // A sink at a second answer of its output, when rows are there and no record of them; a busy
      // machine makes few of them. Another at a seventh message, which differs from time to time.
      boolean sink = id instanceof EntityId.Sink;
      if (kind.isInstance(id)
          && (!sink || message instanceof Message.Written)
          && heard.incrementAndGet() % (sink ? 2 : 7) == 0
          && kills.get() < KILLS
          && pipeline.kill(id)) {
        kills.incrementAndGet();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        EntityId.Partition.class,
        EntityId.Substream.class,
        EntityId.KeyGroup.class,
        EntityId.Sink.class,
        EntityId.Coordinator.class
      })
  void leavesNoTraceInTheOutput(Class<?> kind) throws Exception {
    Killer killer = new Killer(kind);
    String name = kind.getSimpleName();

    assertThat(run(name, killer)).isEqualTo(new Outcome.Completed());

    assertThat(killer.kills).hasValue(KILLS);
    assertSame(name);
  }

  private static void assertSame(String name) throws IOException {
    for (String file : DisorderedFiles.OUTPUTS) {
      assertThat(folder.resolve(name).resolve(file))
          .as("seed=%d", SEED)
          .hasSameBinaryContentAs(folder.resolve("undisturbed").resolve(file));
    }
  }
}
