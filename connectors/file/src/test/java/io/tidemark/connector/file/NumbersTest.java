package io.tidemark.connector.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.jspecify.annotations.Nullable;

class NumbersTest {
  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static @Nullable Double read(String text) {
    return Numbers.parseDouble(bytes("," + text + ","), 1, text.length() + 1);
  }

  /**
   * The file holds bits and text of awkward doubles, as {@code Double.toString} of JDK 25 prints.
   */
  @Example
  void printsDoublesAsTheNewestJdkDoes() throws IOException {
    InputStream golden = NumbersTest.class.getResourceAsStream("doubles-of-jdk-25.txt");
    int lines = 0;
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(Objects.requireNonNull(golden), StandardCharsets.US_ASCII))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        double value = Double.longBitsToDouble(Long.parseUnsignedLong(line.substring(0, 16), 16));
        assertThat(Numbers.toString(value)).isEqualTo(line.substring(17));
        lines++;
      }
    }
    assertThat(lines).isGreaterThan(4000);
  }

  @Property(tries = 20_000)
  void readsBackWhatItPrints(@ForAll long bits) {
    double value = Double.longBitsToDouble(bits);
    if (Double.isFinite(value)) {
      assertThat(read(Numbers.toString(value))).isEqualTo(value);
    }
  }

  @Property(tries = 20_000)
  void readsDecimalsLikeTheJdk(@ForAll long digits, @ForAll byte scale) {
    String plain = BigDecimal.valueOf(digits, scale & 31).toPlainString();

    assertThat(read(plain)).isEqualTo(Double.parseDouble(plain));
    assertThat(Numbers.parseDouble(plain)).isEqualTo(Double.parseDouble(plain));
  }

  @Property(tries = 20_000)
  void readsDecimalsOfManyDigitsLikeTheJdk(
      @ForAll @LongRange(min = 1_000_000_000_000_000L, max = 99_999_999_999_999_999L) long digits,
      @ForAll @IntRange(max = 15) int scale) {
    String plain = BigDecimal.valueOf(digits, scale).toPlainString();

    assertThat(read(plain)).isEqualTo(Double.parseDouble(plain));
  }

  @Property
  void readsLongsLikeTheJdk(@ForAll long value) {
    String text = Long.toString(value);

    assertThat(Numbers.parseLong(bytes(text), 0, text.length())).isEqualTo(value);
    assertThat(Numbers.parseLong(text)).isEqualTo(value);
  }

  @Example
  void readsTheFormsOfADecimal() {
    assertThat(read("+1")).isEqualTo(1.0);
    assertThat(read("1.")).isEqualTo(1.0);
    assertThat(read(".5")).isEqualTo(0.5);
    assertThat(read("-.5E+1")).isEqualTo(-5.0);
    assertThat(read("-0")).isEqualTo(-0.0);
    assertThat(read("9007199254740993")).isEqualTo(9007199254740992.0);
    assertThat(read("0.1000000000000000055511151231257827")).isEqualTo(0.1);
    assertThat(read("1e-400")).isEqualTo(0.0);
  }
}
