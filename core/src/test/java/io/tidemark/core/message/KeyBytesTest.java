package io.tidemark.core.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.codec.ValueCodec;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class KeyBytesTest {
  /** Every table of substreams is one of these hash codes. */
  @Test
  void numbersInARowHaveHashCodesOfTheirOwn() {
    long distinct =
        LongStream.range(0, 100_000)
            .mapToInt(number -> KeyBytes.of(number, ValueCodec.INSTANCE).hashCode())
            .distinct()
            .count();

    assertThat(distinct).isGreaterThan(99_900);
  }
}
