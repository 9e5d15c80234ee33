package io.tidemark.codec.cbor;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import com.fasterxml.jackson.databind.ser.ContextualSerializer;
import com.fasterxml.jackson.databind.type.CollectionType;
import com.fasterxml.jackson.databind.type.MapType;
import java.io.IOException;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Writes maps and sets in the natural order of their keys and members, whatever order they keep
 * themselves: equal ones may keep different orders. Jackson's own setting leaves a {@code
 * SortedMap} as its comparator has it.
 */
final class SortedContents extends BeanSerializerModifier {
  @Override
  public JsonSerializer<?> modifyMapSerializer(
      SerializationConfig config,
      MapType type,
      BeanDescription description,
      JsonSerializer<?> serializer) {
    return new Sorting(serializer);
  }

  @Override
  public JsonSerializer<?> modifyCollectionSerializer(
      SerializationConfig config,
      CollectionType type,
      BeanDescription description,
      JsonSerializer<?> serializer) {
    return Set.class.isAssignableFrom(type.getRawClass()) ? new Sorting(serializer) : serializer;
  }

  private static final class Sorting extends JsonSerializer<Object>
      implements ContextualSerializer {
    private final JsonSerializer<Object> plain;

    @SuppressWarnings("unchecked")
    Sorting(JsonSerializer<?> plain) {
      this.plain = (JsonSerializer<Object>) plain;
    }

    @Override
    public JsonSerializer<?> createContextual(SerializerProvider provider, BeanProperty property)
        throws JsonMappingException {
      return new Sorting(provider.handleSecondaryContextualization(plain, property));
    }

    @Override
    public boolean isEmpty(SerializerProvider provider, Object value) {
      return plain.isEmpty(provider, value);
    }

    @Override
    public void serialize(Object value, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      plain.serialize(sorted(value), out, provider);
    }

    @Override
    public void serializeWithType(
        Object value, JsonGenerator out, SerializerProvider provider, TypeSerializer types)
        throws IOException {
      plain.serializeWithType(sorted(value), out, provider, types);
    }

    private static Object sorted(Object value) throws IOException {
      if (value instanceof EnumMap || value instanceof EnumSet) {
        return value;
      }
      try {
        if (value instanceof Map<?, ?> map) {
          boolean natural = map instanceof SortedMap<?, ?> some && some.comparator() == null;
          return natural ? map : new TreeMap<Object, Object>(map);
        }
        Set<?> set = (Set<?>) value;
        boolean natural = set instanceof SortedSet<?> some && some.comparator() == null;
        // Not of a Set: a TreeSet takes over the comparator of a sorted one it knows as such.
        return natural ? set : membersOf(set);
      } catch (NullPointerException e) {
        throw new IOException(
            "a map with a null key, or a set with a null, cannot be written; leave it out", e);
      }
    }

    private static Set<Object> membersOf(Set<?> set) {
      Set<Object> sorted = new TreeSet<>();
      sorted.addAll(set.stream().map(Object.class::cast).toList());
      return sorted;
    }
  }
}
