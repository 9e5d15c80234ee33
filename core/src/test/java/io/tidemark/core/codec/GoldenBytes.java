package io.tidemark.core.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Objects;

/**
 * Bytes as they were once written, in hexadecimal under {@code golden/}: what a journal holds. A
 * codec whose form changes keeps reading these and gets a new file for its new form.
 */
public final class GoldenBytes {
  private GoldenBytes() {}

  /** The bytes of the golden file. */
  public static byte[] of(String name) {
    try (InputStream file =
        Objects.requireNonNull(
            GoldenBytes.class.getResourceAsStream("/golden/" + name + ".hex"), name)) {
      String text = new String(file.readAllBytes(), StandardCharsets.US_ASCII);
      return HexFormat.of().parseHex(text.replaceAll("\\s", ""));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Checks that the value is written as, and read from, the golden file. */
  public static <T> void check(String name, Codec<T> codec, T value) {
    byte[] written = Bytes.write(out -> codec.write(value, out));
    assertThat(HexFormat.of().formatHex(written)).isEqualTo(HexFormat.of().formatHex(of(name)));
    assertThat(Bytes.<T>read(of(name), codec::read)).isEqualTo(value);
  }
}
