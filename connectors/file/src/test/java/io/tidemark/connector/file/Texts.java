package io.tidemark.connector.file;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/** Texts that are hard on a reader of CSV. */
final class Texts {
  private Texts() {}

  /** Any field: plain, with all characters that mean something, and from all of Unicode. */
  static Arbitrary<String> fields() {
    return Arbitraries.of(
            "a", "b", "0", " ", ",", "\"", "\"\"", "\n", "\r", "\r\n", ";", "\t", "\u0000", "é",
            "€", "漢", "\uFEFF", "\uFFFD", "😀", "\u2028", "#")
        .list()
        .ofMaxSize(8)
        .map(parts -> String.join("", parts));
  }

  /** Rows of one width. */
  static Arbitrary<List<List<String>>> tables() {
    return Arbitraries.integers()
        .between(1, 4)
        .flatMap(width -> fields().list().ofSize(width).list().ofMaxSize(12));
  }

  /** Text that may be CSV by accident. */
  static Arbitrary<String> rubble() {
    return Arbitraries.of(
            "a", "b", "7", ",", ",", "\"", "\"", "\n", "\n", "\r\n", "\"\"", "é", "😀", " ")
        .list()
        .ofMaxSize(60)
        .map(parts -> String.join("", parts));
  }
}
