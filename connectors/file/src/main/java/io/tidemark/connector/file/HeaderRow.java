package io.tidemark.connector.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

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
        header = names(records, framing, path);
        dataStart = records.position();
      }
      int checksum = bytes.checksum(dataStart);
      return new SourceFile(
          path, name, bytes.identity(), bytes.size(), dataStart, checksum, header);
    }
  }

  private static List<String> names(RecordCursor records, CsvFraming framing, Path path)
      throws IOException {
    if (!records.next()) {
      throw wrong(
          path, "the file has no complete line; give it a header row that names the columns");
    }
    if (records.isOversized()) {
      throw wrong(path, "its first line is longer than a record may be");
    }
    if (framing.broken() || Utf8.strict(records.bytes(), records.start(), records.end()) == null) {
      throw wrong(path, "its quotes are broken or its bytes are not UTF-8");
    }
    List<String> names = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (int field = 0; field < framing.fields(); field++) {
      String name =
          CsvText.field(
              records.bytes(),
              framing.start(field),
              framing.end(field),
              framing.hasDoubledQuotes(field));
      if (name.isEmpty()) {
        throw wrong(path, "column " + (field + 1) + " has no name");
      }
      if (!seen.add(name)) {
        throw wrong(path, "two columns have the name " + name);
      }
      names.add(name);
    }
    return names;
  }

  private static IllegalArgumentException wrong(Path path, String what) {
    return new IllegalArgumentException("no header row: file=" + path + ", reason=" + what);
  }
}
