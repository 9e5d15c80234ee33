package io.tidemark.config.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidemark.config.refusal.Refused;
import io.tidemark.core.row.ColumnType;
import io.tidemark.core.row.Schema;
import io.tidemark.core.row.Schema.Column;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A pipeline file once the columns of its input files are known. */
class PipelineColumnsTest {
  private final PipelineFiles files;

  PipelineColumnsTest(@TempDir Path folder) {
    files = new PipelineFiles(folder);
  }

  private final Schema readings =
      new Schema(
          List.of(
              new Column("timestamp", ColumnType.STRING),
              new Column("value", ColumnType.DOUBLE),
              new Column("received", ColumnType.STRING),
              new Column("sensor", ColumnType.STRING)));

  @Test
  void tellsTheColumnsOfStreams() throws Refused {
    Map<String, Schema> schemas =
        files.read(PipelineFiles.COMPLETE).schemas(Map.of("readings", readings));

    assertThat(schemas.get("hourly"))
        .isEqualTo(
            new Schema(
                List.of(
                    new Column("window_start", ColumnType.TIMESTAMP),
                    new Column("window_end", ColumnType.TIMESTAMP),
                    new Column("sensor", ColumnType.STRING),
                    new Column("n", ColumnType.LONG),
                    new Column("mean", ColumnType.DOUBLE))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "value = double | value = double, valeu = long | small.conf:8:"
            + " pipeline.sources.readings.columns = valeu: no such column; did you mean value?",
        "column = timestamp | column = time | small.conf:9:"
            + " pipeline.sources.readings.event-time.column = time: no such column",
        "substreams = [sensor] | substreams = [sensors] |"
            + " pipeline.sources.readings.time.substreams = sensors: no such column; did you mean"
            + " sensor?",
        "partition-by = [sensor] | partition-by = [snsor] |"
            + " pipeline.sources.readings.partition-by = snsor: no such column",
        "key-by = [sensor] | key-by = [senor] | small.conf:23: pipeline.streams.hourly.key-by ="
            + " senor: no such column; did you mean sensor? columns: timestamp, value, received,"
            + " sensor",
        "avg(value) | max(valu) | pipeline.streams.hourly.select = valu: no such column",
        "avg(value) | sum(valu) | small.conf:25: pipeline.streams.hourly.select = valu: no such"
            + " column; did you mean value? columns: timestamp, value, received, sensor",
        "avg(value) | sum(received) | small.conf:25: pipeline.streams.hourly.select ="
            + " sum(received) as mean: the column received is no number: type=string"
      })
  void refusesAColumnThatDoesNotExistOrCannotBeUsed(String part, String instead, String message) {
    PipelineFile pipeline = files.read(PipelineFiles.COMPLETE.replace(part, instead));

    Refused refused =
        catchThrowableOfType(Refused.class, () -> pipeline.schemas(Map.of("readings", readings)));

    assertThat(refused).hasMessageContaining(message);
  }

  @Test
  void looksForAColumnInTheHeaderBeforeAStreamOfAStreamAddsItUp() {
    String second =
        """
        sinks.more { from = sums, path = more.csv }
        streams.sums { from = hourly, window { tumbling = 1d }, select = ["sum(most)"] }
        """;
    PipelineFile pipeline =
        files.read(
            PipelineFiles.COMPLETE
                .replace("avg(value) as mean", "max(valu) as most")
                .replace("key-groups = 3", second + "key-groups = 3"));

    Refused refused =
        catchThrowableOfType(Refused.class, () -> pipeline.schemas(Map.of("readings", readings)));

    assertThat(refused.problems())
        .singleElement()
        .asString()
        .contains("pipeline.streams.hourly.select = valu: no such column");
  }
}
