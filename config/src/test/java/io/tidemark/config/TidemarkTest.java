package io.tidemark.config;

import static io.tidemark.core.window.Aggregates.count;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.tidemark.config.launch.Ending;
import io.tidemark.config.launch.Run;
import io.tidemark.config.launch.RunSummary;
import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.row.RecordCodec;
import io.tidemark.core.sink.SinkWriter;
import io.tidemark.core.source.Offset;
import io.tidemark.core.source.PartitionReader;
import io.tidemark.core.source.RecordBatch;
import io.tidemark.core.source.Source;
import io.tidemark.core.time.TimePolicy;
import io.tidemark.core.window.WindowResult;
import io.tidemark.core.window.Windows;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.junit.jupiter.api.Test;

/** Pipelines in an actor system of the program's own, with a source and a sink of its own. */
class TidemarkTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private record Tick(int number) {}

  private record Parity(boolean even, int rest) {}

  /** Counts up, one tick a second of event time; without an end where it follows. */
  private record Ticks(int count, boolean follows) implements Source<Tick> {
    @Override
    public List<String> partitions() {
      return List.of("all");
    }

    @Override
    public PartitionReader open(int partition) {
      return new PartitionReader() {
        @Override
        public RecordBatch read(Offset from, int maxRecords) {
          int first = (int) from.position();
          int size = Math.min(maxRecords, count - first);
          Offset end = new Offset(0, from.position() + size);
          Object[] values = new Object[size];
          long[] positions = new long[size];
          for (int i = 0; i < size; i++) {
            values[i] = new Tick(first + i);
            positions[i] = from.position() + i;
          }
          return new RecordBatch(
              values, positions, 0, size, end, !follows && first + size == count, first);
        }

        @Override
        public void close() {}
      };
    }
  }

  /** Keeps what it is given, committed or not. */
  private static final class Kept implements SinkWriter<WindowResult<Parity>> {
    private final Queue<WindowResult<Parity>> rows = new ConcurrentLinkedQueue<>();

    @Override
    public long restore(long committedLength) {
      return committedLength;
    }

    @Override
    public long append(List<WindowResult<Parity>> more) {
      rows.addAll(more);
      return rows.size();
    }

    @Override
    public void sync() {}

    @Override
    public void close() {}
  }

  private static Pipeline pipeline(Source<Tick> source, Kept kept) {
    return Pipeline.named(
        "ticks",
        p ->
            p.source("ticks", source)
                .codec(RecordCodec.of(Tick.class))
                .time(TimePolicy.eventTimeMicros(tick -> tick.number() * 1_000_000L))
                .keyBy(Parity.class, tick -> new Parity(tick.number() % 2 == 0, tick.number() % 2))
                .window(Windows.tumbling(Duration.ofSeconds(50)))
                .aggregate(count())
                .toWriter("kept", () -> kept));
  }

  private static ActorSystem<?> system(String settings) {
    Config config =
        ConfigFactory.load(
            ConfigFactory.parseString(settings)
                .withFallback(ConfigFactory.parseResources("tidemark-local.conf")));
    return ActorSystem.create(Behaviors.empty(), "program", config);
  }

  private static void end(ActorSystem<?> system) throws Exception {
    system.terminate();
    system.getWhenTerminated().toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  @Test
  void runsInASystemOfTheProgramsOwn() throws Exception {
    ActorSystem<?> system = system("tidemark.journal.in-memory = on");
    Kept kept = new Kept();
    try {
      Run run = Tidemark.start(system, pipeline(new Ticks(100, false), kept));
      RunSummary summary =
          run.ended().toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);

      assertThat(summary.ending()).as(summary.reason()).isEqualTo(Ending.COMPLETE);
      assertThat(summary.source("ticks").counts().admitted()).isEqualTo(100);
      assertThat(summary.rows("kept")).isEqualTo(4);
      assertThat(kept.rows)
          .containsExactly(
              new WindowResult<>(0, 50_000_000, new Parity(false, 1), List.of(25L)),
              new WindowResult<>(0, 50_000_000, new Parity(true, 0), List.of(25L)),
              new WindowResult<>(50_000_000, 100_000_000, new Parity(false, 1), List.of(25L)),
              new WindowResult<>(50_000_000, 100_000_000, new Parity(true, 0), List.of(25L)));
      assertThat(run.why())
          .containsExactly("stream ticks-windows: complete, nothing holds it back");
    } finally {
      end(system);
    }
  }

  @Test
  void stopsOnDemand() throws Exception {
    ActorSystem<?> system = system("tidemark.journal.in-memory = on");
    try {
      Run run = Tidemark.start(system, pipeline(new Ticks(100, true), new Kept()));
      RunSummary summary =
          run.stop().toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);

      assertThat(summary.ending()).as(summary.reason()).isEqualTo(Ending.DRAINED);
    } finally {
      end(system);
    }
  }

  @Test
  void refusesASystemWithoutAJournal() throws Exception {
    ActorSystem<?> system = system("");
    try {
      Pipeline pipeline = pipeline(new Ticks(1, false), new Kept());
      assertThatThrownBy(() -> Tidemark.start(system, pipeline))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("system=program; set tidemark.journal.directory");
    } finally {
      end(system);
    }
  }
}
