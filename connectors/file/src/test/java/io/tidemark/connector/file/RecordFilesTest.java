package io.tidemark.connector.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.core.source.BadRecord;
import io.tidemark.core.time.TimestampFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordFilesTest {
  @TempDir Path folder;

  private record Car(@Nullable String plate, int axles, Instant entered) {}

  @Test
  void bindsFieldsOfJsonLines() throws IOException {
    Reading.write(
        folder,
        "cars.jsonl",
        """
        {"axles": 2, "entered": 5, "plate": "x", "more": []}
        {"axles": 2.5, "entered": 5}
        {"axles": 3, "entered": 6}
        """);

    FileSource<Car> cars =
        JsonLinesFiles.of(Car.class)
            .in(folder)
            .timestamps(TimestampFormat.EPOCH_SECONDS::micros)
            .at("cars.jsonl");

    assertThat(Reading.all(cars).values())
        .containsExactly(
            new Car("x", 2, Instant.ofEpochSecond(5)),
            new BadRecord("bad-value", "{\"axles\": 2.5, \"entered\": 5}", "", ""),
            new Car(null, 3, Instant.ofEpochSecond(6)));
  }

  @Test
  void takesALongThatIsNoIntForABadValue() throws IOException {
    Reading.write(folder, "cars.csv", "plate,axles,entered\nx,3000000000,2024-03-01T10:00:00Z\n");

    FileSource<Car> cars =
        CsvFiles.of(Car.class).in(folder).timeColumns("entered", "").at("cars.csv");

    assertThat(Reading.all(cars).bad())
        .containsExactly(
            new BadRecord(
                "bad-value", "x,3000000000,2024-03-01T10:00:00Z", "2024-03-01T10:00:00Z", ""));
  }

  @Test
  void keepsTheFilesItIsToldTo() throws IOException {
    Path a = Reading.write(folder, "a.csv", "plate,axles,entered\n");
    Reading.write(folder, "b.csv", "plate,axles,entered\n");
    FileSource<Car> both = CsvFiles.of(Car.class).in(folder).at("*.csv");

    FileSource<Car> one = both.only(Set.of(both.files().get(0)));

    assertThat(one.partitions()).containsExactly("a.csv");
    assertThat(both.partitions()).containsExactly("a.csv", "b.csv");
    assertThatThrownBy(() -> both.only(Set.of(a.resolveSibling("c.csv"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not files of this source");
  }
}
