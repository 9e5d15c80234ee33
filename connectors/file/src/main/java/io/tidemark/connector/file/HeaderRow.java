package io.tidemark.connector.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Looks at the start of a file: byte order mark and header row. */
final class HeaderRow {
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private HeaderRow() {}

  /**
   * What a source keeps of the file.
   *
   * @throws IllegalArgumentException where the header row is missing or is none
   * @throws IOException where the file cannot be read
   */
  static SourceFile inspect(Path path, String name, FileSourceSettings settings)
      throws IOException {
    try (FileBytes bytes = FileBytes.open(path, settings.follow())) {
      long mark = bytes.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
      List<String> header = List.of();
      long dataStart = mark;
      if (settings.format() == FileFormat.CSV) {
        CsvFraming framing = new CsvFraming();
        RecordCursor records = new RecordCursor(bytes, framing, settings.limits(), mark);
        header = names(records, framing, path, settings.limits());
        dataStart = records.position();
      }
      int checksum = bytes.checksum(dataStart);
      return new SourceFile(
          path, name, bytes.identity(), bytes.size(), dataStart, checksum, header);
    }
  }

  private static List<String> names(
      RecordCursor records, CsvFraming framing, Path path, ReadLimits limits) throws IOException {
    if (!records.next()) {
      throw wrong(
          path,
          "no header row",
          "reason=the file has no complete line; give it one that names the columns");
    }
    if (records.isOversized()) {
      throw wrong(
          path,
          "the header row is longer than a record may be",
          "most=" + limits.maxRecordBytes() + " (bytes); shorten it, or name the right file");
    }
    if (framing.broken() || Utf8.strict(records.bytes(), records.start(), records.end()) == null) {
      throw wrong(
          path,
          "the header row cannot be read",
          "reason="
              + (framing.broken() ? "its quotes are broken" : "its bytes are not UTF-8")
              + "; correct it");
    }
    Map<String, Integer> names = new LinkedHashMap<>();
    for (int field = 0; field < framing.fields(); field++) {
      String name =
          CsvText.field(
              records.bytes(),
              framing.start(field),
              framing.end(field),
              framing.hasDoubledQuotes(field));
      if (name.isEmpty()) {
        throw wrong(
            path,
            "a column has no name in the header row",
            "column=" + (field + 1) + "; give it one");
      }
      Integer first = names.putIfAbsent(name, field + 1);
      if (first != null) {
        throw wrong(
            path,
            "two columns of the header row have one name",
            "name=" + name + ", columns=" + first + " and " + (field + 1) + "; rename one of them");
      }
    }
    return List.copyOf(names.keySet());
  }

  private static IllegalArgumentException wrong(Path path, String what, String more) {
    return new IllegalArgumentException(what + ": file=" + path + ", " + more);
  }
}
