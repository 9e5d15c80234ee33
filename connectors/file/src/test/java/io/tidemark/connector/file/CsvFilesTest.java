package io.tidemark.connector.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvFilesTest {
  @TempDir Path folder;

  private record Crossing(
      @Nullable String booth, long axles, @Nullable Double toll, boolean tagged, Instant entered) {
    Crossing {
      if (axles < 0) {
        throw new IllegalArgumentException("axles=" + axles);
      }
    }
  }

  private FileSource<Crossing> crossings(String text) throws IOException {
    Reading.write(folder, "in.csv", text);
    return CsvFiles.of(Crossing.class).with(files -> files.base(folder)).at("*.csv");
  }

  @Test
  void bindsColumnsToComponentsByName() throws IOException {
    FileSource<Crossing> source =
        crossings(
            """
            entered,ignored,axles,booth,tagged,toll
            2024-03-01T10:00:00Z,?,2,north,true,1.5
            2024-03-01T10:00:01Z,?,3,,false,
            """);

    List<Object> crossings = Reading.all(source).values();

    assertThat(crossings)
        .containsExactly(
            new Crossing("north", 2, 1.5, true, Instant.parse("2024-03-01T10:00:00Z")),
            new Crossing(null, 3, null, false, Instant.parse("2024-03-01T10:00:01Z")));
    assertThat(source.text((Crossing) crossings.get(0)))
        .isEqualTo("north,2,1.5,true,2024-03-01T10:00:00Z");
    assertThat(source.text((Crossing) crossings.get(1)))
        .isEqualTo(",3,,false,2024-03-01T10:00:01Z");
  }

  @Test
  void takesWhatTheRecordRefusesForABadValue() throws IOException {
    FileSource<Crossing> source =
        crossings(
            """
            booth,axles,toll,tagged,entered
            a,,,true,2024-03-01T10:00:00Z
            b,-1,,true,2024-03-01T10:00:00Z
            c,1,,maybe,2024-03-01T10:00:00Z
            """);

    assertThat(Reading.all(source).bad()).hasSize(3).extracting("kind").containsOnly("bad-value");
  }

  @Test
  void bindsTheFilesName() throws IOException {
    record Named(String a, String file) {}
    Reading.write(folder, "x.csv", "a\n1\n");

    FileSource<Named> source =
        CsvFiles.of(Named.class).with(files -> files.base(folder).fileNameAs("file")).at("x.csv");

    assertThat(Reading.all(source).values()).containsExactly(new Named("1", "x"));
  }

  @Test
  void namesTheComponentThatHasNoColumn() {
    assertThatThrownBy(() -> crossings("booth,axles,toll,tagged\n"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("record=Crossing, component=entered")
        .hasMessageContaining("[booth, axles, toll, tagged]");
  }

  @Test
  void namesTheComponentWhoseTypeNoColumnHas() {
    record Priced(BigDecimal price) {}

    assertThatThrownBy(() -> CsvFiles.of(Priced.class).at("*.csv"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("record=Priced, component=price, type=java.math.BigDecimal");
  }

  @Test
  void saysWhichFileCannotBeRead() throws IOException {
    Path file = Reading.write(folder, "in.csv", "a\n");
    record Single(String a) {}
    FileSource<Single> source =
        CsvFiles.of(Single.class).with(files -> files.base(folder)).at("in.csv");
    java.nio.file.Files.delete(file);

    assertThatThrownBy(() -> Reading.all(source))
        .isInstanceOf(IOException.class)
        .isNotInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("in.csv");
  }
}
