package io.tidemark.codec.cbor;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Values of one type as CBOR: records, enums, sealed types of these, final classes by their fields,
 * with strings, numbers, {@code Instant}, {@code Duration}, lists, sets, maps and nulls inside.
 *
 * <p>Bytes: the version (varint), the length of what follows (varint), CBOR with the components by
 * name in their order, maps and sets sorted. A value of a sealed type carries {@code @type}: the
 * simple name of its class, or what a {@code @JsonTypeName} there says.
 *
 * <p>What changes without a version: a component that was added reads as null, 0 or false; one that
 * was removed is passed over; one that was renamed is found by a {@code @JsonAlias} with its old
 * name. Everything else takes a version and a function from each older one to the next:
 *
 * <pre>{@code
 * CborCodec.of(Basket.class)
 *     .version(3)
 *     .upcast(1, node -> node.put("currency", "EUR"))
 *     .upcast(2, node -> node.put("cents", node.get("price").asLong() * 100))
 * }</pre>
 *
 * <p>Immutable and thread-safe; making one looks at every class that the type consists of. Strings
 * with half a surrogate pair come back with a replacement in its place.
 *
 * @param <T> the type of the values
 */
public final class CborCodec<T> implements Codec<T> {
  private final JavaType type;
  private final ObjectMapper mapper;
  private final ObjectWriter writer;
  private final ObjectReader reader;
  private final int version;
  private final NavigableMap<Integer, UnaryOperator<ObjectNode>> upcasters;

  private CborCodec(
      JavaType type,
      ObjectMapper mapper,
      int version,
      NavigableMap<Integer, UnaryOperator<ObjectNode>> upcasters) {
    this.type = type;
    this.mapper = mapper;
    this.writer = mapper.writerFor(type);
    this.reader = mapper.readerFor(type);
    this.version = version;
    this.upcasters = upcasters;
  }

  /**
   * The codec of a type, at version 1.
   *
   * @throws IllegalArgumentException where the type, or one it consists of, cannot be coded; the
   *     message names where it stands and what to do
   */
  public static <T> CborCodec<T> of(Class<T> type) {
    ObjectMapper mapper = CborMapper.create();
    JavaType resolved = mapper.constructType(type);
    CodableTypes.check(resolved, mapper.getTypeFactory());
    return new CborCodec<>(resolved, mapper, 1, new TreeMap<>());
  }

  /**
   * The same, writing another version.
   *
   * @param version from 1, above every version there is an upcast from
   */
  public CborCodec<T> version(int version) {
    int least = upcasters.isEmpty() ? 1 : upcasters.lastKey() + 1;
    if (version < least) {
      throw new IllegalArgumentException(
          "no version of a codec: type=%s, expected=%d or more, actual=%d; count versions from 1 up"
              .formatted(name(), least, version));
    }
    return new CborCodec<>(type, mapper, version, upcasters);
  }

  /**
   * The same, reading bytes of an older version by what the upcaster makes of them.
   *
   * @param from the version the upcaster is given; what it returns is of the next one
   * @param upcaster may change the node it is given; a pure function of it
   */
  public CborCodec<T> upcast(int from, UnaryOperator<ObjectNode> upcaster) {
    if (from < 1 || from >= version || upcasters.containsKey(from)) {
      throw new IllegalArgumentException(
          ("no version to upcast from: type=%s, version=%d, from=%d; call version(…) with the"
                  + " current version first, then give one upcast for each version below it")
              .formatted(name(), version, from));
    }
    NavigableMap<Integer, UnaryOperator<ObjectNode>> more = new TreeMap<>(upcasters);
    more.put(from, upcaster);
    return new CborCodec<>(type, mapper, version, more);
  }

  @Override
  public void write(T value, DataOutput out) throws IOException {
    byte[] bytes = writer.writeValueAsBytes(value);
    Bytes.writeVarInt(version, out);
    Bytes.writeBytes(bytes, out);
  }

  @Override
  public T read(DataInput in) throws IOException {
    return readVersion(Bytes.readVarInt(in), in);
  }

  /** Reads what follows the version. */
  T readVersion(int written, DataInput in) throws IOException {
    byte[] bytes = Bytes.readBytes(in);
    if (written == CompactCodec.MARK) {
      return readCompact(bytes, in);
    } else if (written < 1 || written > version) {
      throw new IOException(
          ("bytes of an unknown version: type=%s, expected=1 to %d, actual=%d; go on with the build"
                  + " that wrote them, or give the codec that version")
              .formatted(name(), version, written));
    }
    return value(
        written,
        () ->
            upcasters.tailMap(written, true).isEmpty()
                ? reader.readValue(bytes)
                : reader.readValue(upcast(mapper.readTree(bytes), written)));
  }

  /** Reads what follows a shape of {@link CompactCodec}, which is of the first version. */
  T readCompact(byte[] shape, DataInput in) throws IOException {
    ObjectNode tree = CompactTree.read(shape, in);
    return value(1, () -> reader.readValue(upcast(tree, 1)));
  }

  /** Something that reads a value. */
  @FunctionalInterface
  private interface Reading<T> {
    @Nullable T value() throws IOException;
  }

  private T value(int written, Reading<T> reading) throws IOException {
    T value;
    try {
      value = reading.value();
    } catch (JacksonException e) {
      throw misfit(written, e.getOriginalMessage(), e);
    }
    if (value == null) {
      throw misfit(written, "the bytes hold no value", null);
    }
    return value;
  }

  private ObjectNode upcast(JsonNode read, int written) throws IOException {
    if (!(read instanceof ObjectNode node)) {
      throw misfit(written, "an upcast takes an object, not " + read.getNodeType(), null);
    }
    ObjectNode upcast = node;
    for (var step : upcasters.tailMap(written, true).entrySet()) {
      try {
        upcast = step.getValue().apply(upcast);
      } catch (RuntimeException e) {
        throw misfit(written, "the upcast from " + step.getKey() + " failed: " + e, e);
      }
    }
    return upcast;
  }

  private IOException misfit(int written, String why, @Nullable Exception cause) {
    return new IOException(
        ("bytes do not fit their type: type=%s, written version=%d, current version=%d: %s; give the"
                + " codec a version above %d and an upcast from it, or go on with the build that"
                + " wrote them")
            .formatted(name(), written, version, why, written),
        cause);
  }

  private String name() {
    return type.getRawClass().getName();
  }
}
