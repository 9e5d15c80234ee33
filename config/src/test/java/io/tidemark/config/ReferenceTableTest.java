package io.tidemark.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import io.tidemark.config.launch.Ending;
import io.tidemark.config.launch.Run;
import io.tidemark.connector.file.CsvFiles;
import io.tidemark.connector.file.table.TableFiles;
import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.sink.SinkWriter;
import io.tidemark.core.time.TimePolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A reference table whose next file is put beside the first while the pipeline runs. */
class ReferenceTableTest {
  private static final long PATIENCE_SECONDS = 60;
  private static final String TIMES = "yyyy-MM-dd'T'HH-mm-ss";

  @TempDir Path folder;

  record Order(String currency, long amount, Instant at) {}

  record Rate(String currency, long rate) {}

  record Priced(long amount, long rate) {}

  /** Hands on what it is given. */
  private record Told(BlockingQueue<Priced> rows) implements SinkWriter<Priced> {
    @Override
    public long restore(long committedLength) {
      return committedLength;
    }

    @Override
    public long append(List<Priced> more) {
      rows.addAll(more);
      return rows.size();
    }

    @Override
    public void sync() {}

    @Override
    public void close() {}
  }

  private final BlockingQueue<Priced> rows = new LinkedBlockingQueue<>();

  private void table(Instant from, long rate) throws IOException {
    String time = DateTimeFormatter.ofPattern(TIMES).format(from.atOffset(ZoneOffset.UTC));
    Path written = folder.resolve("next");
    Files.writeString(written, "currency,rate\nEUR," + rate + "\n");
    Files.move(written, folder.resolve("rates-" + time + ".csv"), StandardCopyOption.ATOMIC_MOVE);
  }

  private void order(long amount, Instant at) throws IOException {
    Files.writeString(
        folder.resolve("orders.csv"), "EUR," + amount + "," + at + "\n", StandardOpenOption.APPEND);
  }

  private @Nullable Priced next() throws InterruptedException {
    return rows.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  private Pipeline pipeline() {
    return Pipeline.named(
        "priced",
        p -> {
          var rates =
              p.referenceTable(
                      "rates",
                      TableFiles.of(CsvFiles.of(Rate.class), Rate::currency)
                          .in(folder)
                          .follow()
                          .at("rates-{" + TIMES + "}.csv"))
                  .keyBy(version -> version.row().currency());
          p.source("orders", CsvFiles.of(Order.class).in(folder).follow().at("orders.csv"))
              .time(TimePolicy.eventTime(Order::at).late(Duration.ZERO))
              .keyBy(Order::currency)
              .lookUp(
                  rates,
                  "priced",
                  Priced.class,
                  (order, rate) -> new Priced(order.amount(), rate.rate()))
              .toWriter("told", () -> new Told(rows));
        });
  }

  @Test
  void itsNextFileCountsFromItsTimeOnWhileThePipelineRuns() throws Exception {
    table(Instant.parse("2024-03-01T10:00:00Z"), 7);
    Files.writeString(folder.resolve("orders.csv"), "currency,amount,at\n");
    ActorSystem<?> system =
        ActorSystem.create(
            Behaviors.empty(),
            "program",
            ConfigFactory.parseString("tidemark.journal.in-memory = on")
                .withFallback(ConfigFactory.parseResources("tidemark-local.conf"))
                .withFallback(ConfigFactory.load()));
    try {
      Run run = Tidemark.start(system, pipeline());
      order(1, Instant.now());
      assertThat(next()).isEqualTo(new Priced(1, 7));

      Instant from = Instant.now().truncatedTo(ChronoUnit.SECONDS).plusSeconds(4);
      table(from, 8);
      order(2, from.minusMillis(1));
      order(3, from);
      assertThat(next()).isEqualTo(new Priced(2, 7));
      assertThat(next()).isEqualTo(new Priced(3, 8));
      assertThat(run.stop().toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS).ending())
          .isEqualTo(Ending.DRAINED);
    } finally {
      system.terminate();
      system.getWhenTerminated().toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
  }
}
