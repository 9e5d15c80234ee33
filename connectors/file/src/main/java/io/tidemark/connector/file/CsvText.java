package io.tidemark.connector.file;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** How values stand in CSV: RFC 4180 with quotes only where they are needed. */
final class CsvText {
  private CsvText() {}

  /** The text of a field's bytes, quotes undone; bytes that are not UTF-8 show as U+FFFD. */
  static String field(byte[] bytes, int from, int to, boolean doubledQuotes) {
    String text = Utf8.lenient(bytes, from, to);
    return doubledQuotes ? text.replace("\"\"", "\"") : text;
  }

  /** Appends a record, its line feed included. */
  static void append(List<? extends @Nullable Object> values, StringBuilder out) {
    int start = out.length();
    for (int i = 0; i < values.size(); i++) {
      if (i > 0) {
        out.append(',');
      }
      Object value = values.get(i);
      if (value != null) {
        append(Values.text(value), out);
      }
    }
    if (out.length() == start) {
      // One column, and it is empty: without quotes it would read back as a blank line.
      out.append("\"\"");
    }
    out.append('\n');
  }

  private static void append(String text, StringBuilder out) {
    if (!needsQuotes(text)) {
      out.append(text);
      return;
    }
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"') {
        out.append('"');
      }
      out.append(c);
    }
    out.append('"');
  }

  private static boolean needsQuotes(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == ',' || c == '"' || c == '\n' || c == '\r') {
        return true;
      }
    }
    return false;
  }
}
