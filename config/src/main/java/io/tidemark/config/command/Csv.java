package io.tidemark.config.command;

/** Fields of CSV records, quoted where RFC 4180 needs it. */
final class Csv {
  private Csv() {}

  static String field(String text) {
    boolean plain =
        text.indexOf(',') < 0
            && text.indexOf('"') < 0
            && text.indexOf('\n') < 0
            && text.indexOf('\r') < 0;
    return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
