package io.tidemark.examples;

import static java.time.Duration.ofMinutes;

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
import io.tidemark.core.window.Aggregates;
import io.tidemark.core.window.WindowResult;
import io.tidemark.core.window.Windows;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;

/** The products sold most on each day of a zone, also on days of 23 and 25 hours. */
public final class Products {
  private Products() {}

  private static final Windows DAYS = Windows.days(ZoneId.of("Europe/Copenhagen"));

  record Sale(String product, long pieces, Instant time) {}

  static void describe(PipelineDraft p, Source<Sale> sales, Destination top) {
    p.source("sales", sales)
        .time(TimePolicy.eventTime(Sale::time).outOfOrder(ofMinutes(5)))
        .keyBy("product", Sale::product)
        .window(DAYS)
        .aggregate("totals", Aggregates.sumOfLongs(Sale::pieces))
        .window(DAYS) // A total has the last time of its day, so it belongs to the same day.
        .aggregate(
            "top",
            Aggregates.<WindowResult<String>>topN(
                    3, total -> total.value(0, Long.class), WindowResult::key)
                .as("products"),
            Aggregates.<WindowResult<String>>sumOfLongs(total -> total.value(0, Long.class))
                .as("pieces"))
        .to(top);
  }

  static Pipeline pipeline(Path folder) {
    Source<Sale> sales = CsvFiles.of(Sale.class).in(folder).at("sales.csv");
    Destination top = CsvFile.at(folder.resolve("out/java/top.csv"));
    return Pipeline.named("products", p -> describe(p, sales, top));
  }

  /** Runs it over the files in the folder given, else in {@code examples/products}. */
  public static void main(String[] args) throws Refused {
    Path folder = Path.of(args.length > 0 ? args[0] : "examples/products");
    RunSummary summary =
        Tidemark.run(pipeline(folder), RunSettings.state(folder.resolve(".tidemark/java")));
    Program.end(summary);
  }
}
