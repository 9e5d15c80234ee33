package io.tidemark.connector.file;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** JSON as it is written: numbers and truth values as such, everything else as strings. */
final class JsonText {
  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8).build();

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final JsonGenerator generator;

  JsonText() {
    try {
      generator = FACTORY.createGenerator(bytes);
      // No blank between objects: each brings its line feed.
      generator.setPrettyPrinter(new MinimalPrettyPrinter(""));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A list as JSON text. */
  static String array(List<? extends @Nullable Object> members) {
    JsonText text = new JsonText();
    try {
      text.list(members);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new String(text.bytes(), StandardCharsets.UTF_8);
  }

  /** Adds an object and a line feed. */
  void object(List<String> names, List<? extends @Nullable Object> values) {
    try {
      generator.writeStartObject();
      for (int i = 0; i < names.size(); i++) {
        generator.writeFieldName(names.get(i));
        value(values.get(i));
      }
      generator.writeEndObject();
      generator.writeRaw('\n');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void list(List<? extends @Nullable Object> members) throws IOException {
    generator.writeStartArray();
    for (Object member : members) {
      value(member);
    }
    generator.writeEndArray();
  }

  private void value(@Nullable Object value) throws IOException {
    if (value == null) {
      generator.writeNull();
    } else if (value instanceof Long number) {
      generator.writeNumber(number);
    } else if (value instanceof Integer number) {
      generator.writeNumber(number);
    } else if (value instanceof Double number && Double.isFinite(number)) {
      generator.writeNumber(Numbers.toString(number));
    } else if (value instanceof Boolean truth) {
      generator.writeBoolean(truth);
    } else if (value instanceof List<?> members) {
      list(members);
    } else {
      // Half a surrogate pair cannot be written; it becomes a question mark, as it does in CSV.
      String text = Values.text(value);
      generator.writeString(
          Utf8.hasLoneSurrogate(text)
              ? new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8)
              : text);
    }
  }

  /** What was added, as UTF-8. */
  byte[] bytes() {
    try {
      generator.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
