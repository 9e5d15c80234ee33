package io.tidemark.codec.cbor;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import com.fasterxml.jackson.dataformat.cbor.CBORGenerator;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;

/** How Jackson is set up: the bytes are a function of the value, and what was written is read. */
final class CborMapper {
  private CborMapper() {}

  static ObjectMapper create() {
    SimpleModule sorting = new SimpleModule("tidemark-sorting");
    sorting.setSerializerModifier(new SortedContents());
    return CBORMapper.builder(factory())
        .annotationIntrospector(new ClosedTypes())
        .accessorNaming(new ComponentNaming())
        .addModule(new JavaTimeModule())
        .addModule(sorting)
        .disable(MapperFeature.USE_GETTERS_AS_SETTERS, MapperFeature.ALLOW_COERCION_OF_SCALARS)
        // Times as text: exact, and legible where an upcast looks at them.
        .disable(
            SerializationFeature.WRITE_DATES_AS_TIMESTAMPS,
            SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS,
            SerializationFeature.FAIL_ON_EMPTY_BEANS)
        // A component that was added or removed is no failure; a value that would change is one.
        .disable(
            DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
            DeserializationFeature.ACCEPT_FLOAT_AS_INT)
        .enable(
            DeserializationFeature.FAIL_ON_TRAILING_TOKENS,
            DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
        .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
        .build();
  }

  /** Reads whatever it wrote, however long; a journal's bytes are not an attacker's. */
  private static CBORFactory factory() {
    return CBORFactory.builder()
        .streamReadConstraints(
            StreamReadConstraints.builder()
                .maxNameLength(Integer.MAX_VALUE)
                .maxStringLength(Integer.MAX_VALUE)
                .maxNumberLength(Integer.MAX_VALUE)
                .build())
        // Keys of maps are names here: they are many, and none is worth keeping.
        .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
        .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
        .enable(CBORGenerator.Feature.LENIENT_UTF_ENCODING)
        .build();
  }
}
