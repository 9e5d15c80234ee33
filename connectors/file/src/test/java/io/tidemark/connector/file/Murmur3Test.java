package io.tidemark.connector.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Murmur3Test {
  /** Vectors of the x86 variant with seed 0; Guava gives the same. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|00000000",
        "a|3c2569b2",
        "aa|371091a9",
        "aaa|b4d05fb7",
        "test|ba6bd213",
        "hello|248bfa47",
        "hello, world|149bbb7f",
        "Hello, world!|c0363e43",
        "The quick brown fox jumps over the lazy dog|2e4ff723",
      })
  void hashesAsTheReferenceDoes(String text, String hex) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);

    assertThat(Integer.toHexString(Murmur3.hash(bytes, bytes.length)))
        .isEqualTo(Integer.toHexString(Integer.parseUnsignedInt(hex, 16)));
  }

  @Test
  void readsBytesAboveAsciiAsUnsigned() {
    byte[] bytes = {(byte) 0xFF, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF};

    assertThat(Murmur3.hash(bytes, 4)).isEqualTo(0x76293B50);
    assertThat(Murmur3.hash(new byte[4], 4)).isEqualTo(0x2362F9DE);
    assertThat(Murmur3.hash(new byte[3], 3)).isEqualTo(0x85F0B427);
    assertThat(Murmur3.hash(new byte[] {0x21, 0x43, 0x65, (byte) 0x87}, 2)).isEqualTo(0xA0F7B07A);
  }
}
