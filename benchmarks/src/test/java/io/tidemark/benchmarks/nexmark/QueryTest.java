package io.tidemark.benchmarks.nexmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.connector.file.CsvFile;
import io.tidemark.core.pipeline.Pipeline;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the queries give is tested where there are events, with Beam's generator. */
class QueryTest {
  @ParameterizedTest
  @EnumSource
  void isAPipeline(Query query) {
    InMemory<Event> nothing = new InMemory<>(Event.class, List.of(List.of()));
    Pipeline pipeline =
        Pipeline.named(
            "query",
            p ->
                query.describe(
                    new Streams(p, nothing, Duration.ZERO), CsvFile.at(Path.of("rows.csv"))));

    assertThat(pipeline.sinks()).hasSize(query == Query.Q0 ? 3 : 1);
  }
}
