package io.tidemark.config.refusal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestTest {
  private static final List<String> KNOWN =
      List.of("paths", "partitions", "partition-by", "out-of-order", "late", "n");

  @ParameterizedTest
  @CsvSource({
    "path, paths",
    "pahts, paths",
    "partition, partitions",
    "partition_by, partition-by",
    "outoforder, out-of-order",
    "Late, late"
  })
  void findsTheWordMeant(String typed, String meant) {
    assertThat(Nearest.to(typed, KNOWN)).contains(meant);
  }

  @ParameterizedTest
  @CsvSource({"window", "x", "early"})
  void findsNothingWhereNoWordIsNear(String typed) {
    assertThat(Nearest.to(typed, KNOWN)).isEmpty();
  }

  @Test
  void hintsOnlyWhereThereIsSomethingToHint() {
    assertThat(Nearest.hint("path", KNOWN)).isEqualTo("did you mean paths? ");
    assertThat(Nearest.hint("window", KNOWN)).isEmpty();
  }
}
