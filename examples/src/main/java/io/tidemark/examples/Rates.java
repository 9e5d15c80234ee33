package io.tidemark.examples;

import static java.time.Duration.ofSeconds;

import io.tidemark.config.Tidemark;
import io.tidemark.config.launch.RunSettings;
import io.tidemark.config.launch.RunSummary;
import io.tidemark.config.refusal.Refused;
import io.tidemark.connector.file.CsvFile;
import io.tidemark.connector.file.CsvFiles;
import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.pipeline.PipelineDraft;
import io.tidemark.core.sink.Destination;
import io.tidemark.core.source.Source;
import io.tidemark.core.time.TimePolicy;
import java.nio.file.Path;
import java.time.Instant;

/** A fast stream with a slow reference: each payment at the rate that held when it was made. */
public final class Rates {
  private Rates() {}

  record Payment(String id, String currency, double amount, Instant time) {}

  record Rate(String currency, double euros, Instant since) {}

  record Priced(String id, String currency, double euros, Instant rateSince) {
    static Priced of(Payment payment, Rate rate) {
      double euros = Math.round(payment.amount() * rate.euros() * 100) / 100.0;
      return new Priced(payment.id(), payment.currency(), euros, rate.since());
    }
  }

  static void describe(
      PipelineDraft p, Source<Payment> payments, Source<Rate> rates, Destination priced) {
    p.source("payments", payments)
        .time(TimePolicy.eventTime(Payment::time).outOfOrder(ofSeconds(30)))
        .keyBy(Payment::currency)
        .join(
            p.source("rates", rates).time(TimePolicy.eventTime(Rate::since)).keyBy(Rate::currency))
        .asOf("priced", Priced.class, Priced::of)
        .to(priced);
  }

  static Pipeline pipeline(Path folder) {
    Source<Payment> payments = CsvFiles.of(Payment.class).in(folder).at("payments.csv");
    Source<Rate> rates = CsvFiles.of(Rate.class).in(folder).at("rates.csv");
    Destination priced = CsvFile.at(folder.resolve("out/java/priced.csv"));
    return Pipeline.named("rates", p -> describe(p, payments, rates, priced));
  }

  /** Runs it over the files in the folder given, else in {@code examples/rates}. */
  public static void main(String[] args) throws Refused {
    Path folder = Path.of(args.length > 0 ? args[0] : "examples/rates");
    RunSummary summary =
        Tidemark.run(pipeline(folder), RunSettings.state(folder.resolve(".tidemark/java")));
    Program.end(summary);
  }
}
