package io.tidemark.core.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Bytes as they were once written, in hexadecimal under {@code golden/}: what a journal holds. A
 * codec whose form changes keeps reading these and gets a new file for its new form.
 */
public final class GoldenBytes {
  private static final int BYTES_IN_LINE = 32;

  private GoldenBytes() {}

  /** The bytes of the golden file. */
  public static byte[] of(String name) {
    return HexFormat.of().parseHex(text(name).replaceAll("\\s", ""));
  }

  private static String text(String name) {
    try (InputStream file = GoldenBytes.class.getResourceAsStream("/golden/" + name + ".hex")) {
      return file == null ? "" : new String(file.readAllBytes(), StandardCharsets.US_ASCII);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** What the reading makes of the golden file. */
  public static <T> T read(String name, Bytes.Reading<T> reading) {
    return Bytes.read(of(name), reading);
  }

  /** Checks that the bytes written are those of the golden file. */
  public static void assertWritten(String name, Bytes.Writing writing) {
    assertThat(lines(Bytes.write(writing))).as("golden/%s.hex", name).isEqualTo(lines(of(name)));
  }

  /** As a golden file has them. */
  private static String lines(byte[] bytes) {
    StringBuilder lines = new StringBuilder();
    for (int from = 0; from < bytes.length; from += BYTES_IN_LINE) {
      int to = Math.min(bytes.length, from + BYTES_IN_LINE);
      lines.append(HexFormat.of().formatHex(bytes, from, to)).append('\n');
    }
    return lines.toString();
  }
}
