package io.tidemark.connector.file;

import io.tidemark.core.row.ColumnType;
import io.tidemark.core.source.BadRecord;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the record that a {@link CsvFraming} has just split.
 *
 * <p>An empty field, quoted or not, is null: the sinks write both alike.
 */
final class CsvDecoder<T> implements RecordDecoder {
  private final CsvFraming framing;
  private final Layout layout;
  private final ElementMaker<T> maker;
  private final ColumnParser[] parsers;
  private final boolean[] used;
  private final int partition;
  private final PartitionKey key = new PartitionKey();
  private String stem = "";
  private byte[] stemBytes = {};

  /** A decoder for the partition; its number means nothing where each file is one. */
  CsvDecoder(CsvFraming framing, Layout layout, ElementMaker<T> maker, int partition) {
    this.framing = framing;
    this.layout = layout;
    this.maker = maker;
    this.partition = partition;
    this.parsers = layout.parsers().toArray(new ColumnParser[0]);
    this.used = new boolean[layout.schema().size()];
    for (int column = 0; column < used.length; column++) {
      used[column] = maker.uses(column);
    }
  }

  @Override
  public void enter(SourceFile file) {
    stem = file.stem();
    stemBytes = stem.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public @Nullable Object decode(byte[] bytes, int start, int end) {
    if (isOfAnother(bytes)) {
      return null;
    }
    boolean ascii = framing.ascii();
    String text = ascii ? Utf8.ascii(bytes, start, end) : Utf8.strict(bytes, start, end);
    if (text == null || framing.broken()) {
      return bad(Fault.UNPARSABLE, Utf8.lenient(bytes, start, end), bytes);
    }
    int fields = layout.fields();
    if (framing.fields() != fields) {
      return bad(Fault.WRONG_COLUMN_COUNT, text, bytes);
    }
    @Nullable Object[] values = new @Nullable Object[parsers.length];
    for (int column = 0; column < fields; column++) {
      if (used[column] && framing.start(column) < framing.end(column)) {
        Object value = value(column, bytes);
        if (value == null) {
          return bad(Fault.BAD_VALUE, text, bytes);
        }
        values[column] = value;
      }
    }
    if (layout.fileNameColumn() >= 0) {
      values[layout.fileNameColumn()] = stem;
    }
    T element = maker.make(values, text);
    return element == null ? bad(Fault.BAD_VALUE, text, bytes) : element;
  }

  @Override
  public @Nullable Object decodeOversized(byte[] bytes, int start, int end) {
    if (isOfAnother(bytes)) {
      return null;
    }
    return bad(Fault.OVERSIZED, Utf8.head(bytes, start, end, OVERSIZED_TEXT_BYTES), bytes);
  }

  private boolean isOfAnother(byte[] bytes) {
    return layout.partitions() > 1 && partition(bytes) != partition;
  }

  private int partition(byte[] bytes) {
    key.clear();
    for (int column : layout.partitionColumns()) {
      if (column == layout.fileNameColumn()) {
        key.add(stemBytes, 0, stemBytes.length);
      } else if (column >= framing.readable() || !addToKey(column, bytes)) {
        return 0;
      }
    }
    return key.partition(layout.partitions());
  }

  private boolean addToKey(int column, byte[] bytes) {
    int from = framing.start(column);
    int to = framing.end(column);
    if (!framing.ascii() && Utf8.strict(bytes, from, to) == null) {
      return false;
    }
    boolean asItStands =
        from == to || layout.schema().columns().get(column).type() == ColumnType.STRING;
    if (asItStands && !framing.hasDoubledQuotes(column)) {
      key.add(bytes, from, to);
      return true;
    }
    Object value = value(column, bytes);
    if (value == null) {
      return false;
    }
    key.add(Values.text(value));
    return true;
  }

  /** The value of a field that is not empty, or null where it is none of the column's type. */
  private @Nullable Object value(int column, byte[] bytes) {
    if (framing.ascii() && !framing.hasDoubledQuotes(column)) {
      return parsers[column].parse(bytes, framing.start(column), framing.end(column));
    }
    return parsers[column].parse(fieldText(column, bytes));
  }

  private String fieldText(int column, byte[] bytes) {
    return CsvText.field(
        bytes, framing.start(column), framing.end(column), framing.hasDoubledQuotes(column));
  }

  private BadRecord bad(Fault fault, String text, byte[] bytes) {
    return new BadRecord(
        fault.kind(),
        text,
        readableText(layout.eventColumn(), bytes),
        readableText(layout.arrivalColumn(), bytes));
  }

  private String readableText(int column, byte[] bytes) {
    if (column < 0) {
      return "";
    }
    if (column == layout.fileNameColumn()) {
      return stem;
    }
    return column < framing.readable() ? fieldText(column, bytes) : "";
  }
}
