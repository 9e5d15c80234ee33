package io.tidemark.core.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class Hash64Test {

  @ParameterizedTest
  @CsvSource({
    "'', EF46DB3751D8E999",
    "a, D24EC4F1A98C6E5B",
    "abc, 44BC2CF5AD770999",
    "Nobody inspects the spammish repetition, FBCEA83C8A378BF1"
  })
  void agreesWithTheReferenceImplementation(String text, String hash) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    assertThat(Hash64.of(bytes, 0)).isEqualTo(Long.parseUnsignedLong(hash, 16));
  }

  @ParameterizedTest
  @CsvSource({"0", "3", "4", "8", "31", "32", "33", "100"})
  void hashesTheRangeAndNothingBeside(int length) {
    byte[] alone = new byte[length];
    byte[] inside = new byte[length + 10];
    for (int i = 0; i < length; i++) {
      alone[i] = (byte) (i * 7);
      inside[i + 5] = alone[i];
    }
    inside[4] = 1;
    assertThat(Hash64.of(inside, 5, 5 + length, 42)).isEqualTo(Hash64.of(alone, 42));
  }
}
