package io.tidemark.connector.file;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.tidemark.core.row.Schema;
import io.tidemark.core.source.BadRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decodes a line that holds one JSON object.
 *
 * <p>A missing field is null, as is an explicit null; a field that is no column is ignored; of a
 * name that comes twice the last counts. A string column takes strings, numbers (as they are
 * written) and truth values; the other types take their JSON kind or a string that stands for one.
 * An object or list is no value of any type. A line that is no object, or holds half a surrogate
 * pair, is unparsable, and nothing of it but the file's name is readable.
 */
final class JsonDecoder<T> implements RecordDecoder {
  /** Deeper than anybody nests on purpose. */
  private static final int MOST_NESTED = 1_000;

  /**
   * Fields of ever new names may make it slow, but never fail. How long a name or a number may be
   * is settled by how long a record may be.
   */
  private final JsonFactory factory =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MOST_NESTED)
                  .maxNameLength(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .build())
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
          .build();

  private final Map<String, Integer> places = new HashMap<>();
  private final Layout layout;
  private final ElementMaker<T> maker;
  private final int partition;
  private final PartitionKey key = new PartitionKey();
  private String stem = "";

  /** Per column the text of its field and the value; null where the field is null or missing. */
  private final @Nullable String[] texts;

  private final @Nullable Object[] values;

  /** Which fields hold no value of their column's type. */
  private final boolean[] wrong;

  /** A decoder for the partition; its number means nothing where each file is one. */
  JsonDecoder(Layout layout, ElementMaker<T> maker, int partition) {
    this.layout = layout;
    this.maker = maker;
    this.partition = partition;
    List<Schema.Column> columns = layout.schema().columns();
    for (int column = 0; column < layout.fields(); column++) {
      places.put(columns.get(column).name(), column);
    }
    this.texts = new @Nullable String[columns.size()];
    this.values = new @Nullable Object[columns.size()];
    this.wrong = new boolean[columns.size()];
  }

  @Override
  public void enter(SourceFile file) {
    stem = file.stem();
  }

  @Override
  public @Nullable Object decode(byte[] bytes, int start, int end) {
    clear();
    String text = Utf8.strict(bytes, start, end);
    boolean readable = text != null && read(text);
    if (isOfAnother(readable)) {
      return null;
    }
    if (text == null || !readable) {
      clear();
      return bad(Fault.UNPARSABLE, Utf8.lenient(bytes, start, end));
    }
    for (boolean column : wrong) {
      if (column) {
        return bad(Fault.BAD_VALUE, text);
      }
    }
    T element = maker.make(values.clone(), text);
    return element == null ? bad(Fault.BAD_VALUE, text) : element;
  }

  @Override
  public @Nullable Object decodeOversized(byte[] bytes, int start, int end) {
    clear();
    if (isOfAnother(false)) {
      return null;
    }
    return bad(Fault.OVERSIZED, Utf8.head(bytes, start, end, OVERSIZED_TEXT_BYTES));
  }

  private void clear() {
    Arrays.fill(texts, null);
    Arrays.fill(values, null);
    Arrays.fill(wrong, false);
    if (layout.fileNameColumn() >= 0) {
      texts[layout.fileNameColumn()] = stem;
      values[layout.fileNameColumn()] = stem;
    }
  }

  /** Takes the fields of the object; false where the text is no object. */
  private boolean read(String text) {
    // From text, not bytes: given bytes, the parser would guess at their encoding.
    try (JsonParser parser = factory.createParser(text)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return false;
      }
      boolean escapes = text.indexOf('\\') >= 0;
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        Integer column = places.get(parser.currentName());
        JsonToken token = parser.nextToken();
        if (escapes && token == JsonToken.VALUE_STRING && Utf8.hasLoneSurrogate(parser.getText())) {
          return false;
        }
        if (column == null) {
          parser.skipChildren();
        } else {
          take(column, token, parser);
        }
      }
      return parser.nextToken() == null;
    } catch (JsonProcessingException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void take(int column, JsonToken token, JsonParser parser) throws IOException {
    texts[column] = null;
    values[column] = null;
    wrong[column] = token.isStructStart();
    if (token.isStructStart()) {
      parser.skipChildren();
    } else if (token != JsonToken.VALUE_NULL) {
      String text = parser.getText();
      Object value = layout.parsers().get(column).parse(text);
      texts[column] = text;
      values[column] = value;
      wrong[column] = value == null;
    }
  }

  private boolean isOfAnother(boolean readable) {
    return layout.partitions() > 1 && partition(readable) != partition;
  }

  private int partition(boolean readable) {
    key.clear();
    for (int column : layout.partitionColumns()) {
      if (wrong[column] || (!readable && column != layout.fileNameColumn())) {
        return 0;
      }
      Object value = values[column];
      key.add(value == null ? "" : Values.text(value));
    }
    return key.partition(layout.partitions());
  }

  private BadRecord bad(Fault fault, String text) {
    return new BadRecord(
        fault.kind(), text, text(layout.eventColumn()), text(layout.arrivalColumn()));
  }

  /** The text of the column in the last record; empty where it has none. */
  String text(int column) {
    String text = column < 0 ? null : texts[column];
    return text == null ? "" : text;
  }
}
