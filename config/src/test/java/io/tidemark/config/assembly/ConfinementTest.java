package io.tidemark.config.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.config.pipeline.Format;
import io.tidemark.config.pipeline.SourceSettings;
import io.tidemark.config.pipeline.SourceSettings.FlushAtEnd;
import io.tidemark.config.pipeline.SourceSettings.Partitioning;
import io.tidemark.core.time.TimePolicy;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ConfinementTest {
  private static final List<Path> TWO_FILES = List.of(Path.of("in/a.csv"), Path.of("in/b.csv"));

  private static SourceSettings source(
      List<String> substreams,
      @Nullable String fileNameAs,
      @Nullable Partitioning partitioning,
      boolean confined) {
    return new SourceSettings(
        "s",
        Format.CSV,
        List.of("in/*.csv"),
        fileNameAs,
        partitioning,
        Map.of(),
        null,
        null,
        TimePolicy.defaults(),
        substreams,
        confined,
        false,
        FlushAtEnd.INFINITY,
        false,
        0);
  }

  @Test
  void holdsWhereThereIsOnePartition() {
    assertThat(
            Confinement.of(source(List.of("k"), null, null, false), List.of(Path.of("a.csv")), 1))
        .isEqualTo(Confinement.ONE_PARTITION);
    assertThat(
            Confinement.of(
                source(List.of("k"), null, new Partitioning(1, List.of()), false), TWO_FILES, 1))
        .isEqualTo(Confinement.ONE_PARTITION);
  }

  @Test
  void holdsWhereTheFileNameIsPartOfTheKey() {
    assertThat(Confinement.of(source(List.of("k", "file"), "file", null, false), TWO_FILES, 2))
        .isEqualTo(Confinement.FILE_NAME_IN_KEY);
  }

  @Test
  void doesNotHoldWhereTwoFilesHaveOneName() {
    List<Path> files = List.of(Path.of("north/a.csv"), Path.of("south/a.csv"));

    Confinement confinement =
        Confinement.of(source(List.of("file"), "file", null, false), files, 2);

    assertThat(confinement).isEqualTo(Confinement.EQUAL_FILE_NAMES);
    assertThat(confinement.confined()).isFalse();
  }

  @Test
  void doesNotHoldByFileNameWhereRowsAreDealtOut() {
    Partitioning partitioning = new Partitioning(2, List.of("other"));

    assertThat(Confinement.of(source(List.of("file"), "file", partitioning, false), TWO_FILES, 2))
        .isEqualTo(Confinement.UNKNOWN);
  }

  @Test
  void holdsWhereWhatDecidesAboutThePartitionIsPartOfTheKey() {
    Partitioning partitioning = new Partitioning(4, List.of("a", "b"));

    assertThat(
            Confinement.of(source(List.of("c", "b", "a"), null, partitioning, false), TWO_FILES, 4))
        .isEqualTo(Confinement.PARTITION_BY_IN_KEY);
    assertThat(Confinement.of(source(List.of("a"), null, partitioning, false), TWO_FILES, 4))
        .isEqualTo(Confinement.UNKNOWN);
  }

  @Test
  void isPromisedOnlyWhereItIsNotKnown() {
    assertThat(Confinement.of(source(List.of("k"), null, null, true), TWO_FILES, 2))
        .isEqualTo(Confinement.PROMISED);
    assertThat(Confinement.of(source(List.of("file"), "file", null, true), TWO_FILES, 2))
        .isEqualTo(Confinement.FILE_NAME_IN_KEY);
  }

  @Test
  void isUnknownOtherwise() {
    assertThat(Confinement.of(source(List.of("k"), null, null, false), TWO_FILES, 2))
        .isEqualTo(Confinement.UNKNOWN);
  }
}
