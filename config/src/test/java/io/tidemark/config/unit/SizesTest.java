package io.tidemark.config.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SizesTest {
  @ParameterizedTest
  @CsvSource({
    "0B, 0",
    "256MB, 256000000",
    "256 MB, 256000000",
    "1GiB, 1073741824",
    "4KB, 4000",
    "4kB, 4000"
  })
  void readsAnIntegerAndAUnit(String text, long bytes) {
    assertThat(Sizes.parseBytes(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "256", "MB", "-1MB", "1.5GB", "256mb", "99999999999999999999B"})
  void refusesWhatIsNoSize(String text) {
    assertThatThrownBy(() -> Sizes.parseBytes(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({"256000000, 256MB", "1073741824, 1GiB", "0, 0B", "17, 17B"})
  void printsTheLargestUnitThatDivides(long bytes, String text) {
    assertThat(Sizes.print(bytes)).isEqualTo(text);
  }
}
