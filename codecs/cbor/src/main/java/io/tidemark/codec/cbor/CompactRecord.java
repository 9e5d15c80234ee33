package io.tidemark.codec.cbor;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.row.RecordMembers;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Records of one class in the compact form: which of the components are null, as bits of a number
 * (varint, left out where none can be), then the others in their order. Immutable and thread-safe.
 */
final class CompactRecord {
  /** The bits of a number. */
  private static final int MOST_NULLABLE = 63;

  private static final Map<Class<?>, CompactSign> SIGNS =
      Map.of(
          String.class, CompactSign.TEXT,
          int.class, CompactSign.WHOLE,
          Integer.class, CompactSign.WHOLE,
          long.class, CompactSign.WHOLE,
          Long.class, CompactSign.WHOLE,
          double.class, CompactSign.REAL,
          Double.class, CompactSign.REAL,
          boolean.class, CompactSign.TRUTH,
          Boolean.class, CompactSign.TRUTH,
          Instant.class, CompactSign.TIME);

  /**
   * A component.
   *
   * @param type its class
   * @param sign how it is written; null where it is a record
   * @param nested how it is written; null where it is none
   */
  private record Component(
      String name, Class<?> type, @Nullable CompactSign sign, @Nullable CompactRecord nested) {
    boolean isNullable() {
      return !type.isPrimitive();
    }

    void write(Object value, DataOutput out) throws IOException {
      if (nested != null) {
        nested.write(value, out);
      } else if (sign != null) {
        sign.write(plain(value), out);
      }
    }

    private static Object plain(Object value) {
      if (value instanceof Integer number) {
        return number.longValue();
      }
      return value instanceof Enum<?> constant ? constant.name() : value;
    }

    Object read(DataInput in) throws IOException {
      if (nested != null) {
        return nested.read(in);
      } else if (sign == null) {
        throw new AssertionError("a component that is nothing: " + name);
      }
      Object read = sign.read(in);
      if (type == int.class || type == Integer.class) {
        return Math.toIntExact((Long) read);
      }
      return type.isEnum() ? constant((String) read) : read;
    }

    private Object constant(String written) throws IOException {
      for (Object constant : type.getEnumConstants()) {
        if (((Enum<?>) constant).name().equals(written)) {
          return constant;
        }
      }
      throw new IOException("no constant has the name: type=" + type + ", actual=" + written);
    }
  }

  private final RecordMembers<Record> members;
  private final Component[] components;
  private final boolean nulls;

  private CompactRecord(RecordMembers<Record> members, Component[] components) {
    this.members = members;
    this.components = components;
    boolean some = false;
    for (Component component : components) {
      some |= component.isNullable();
    }
    this.nulls = some;
  }

  /** The form of a record class; null where it has none. */
  static @Nullable CompactRecord of(Class<?> type) {
    return of(type, new HashSet<>());
  }

  /**
   * Likewise.
   *
   * @param around classes that the record is in
   */
  @SuppressWarnings("unchecked") // It is a class of records.
  private static @Nullable CompactRecord of(Class<?> type, Set<Class<?>> around) {
    if (!type.isRecord() || !PlainClasses.isPlain(type) || !around.add(type)) {
      return null;
    }
    List<Component> components = new ArrayList<>();
    int nullable = 0;
    for (RecordComponent component : type.getRecordComponents()) {
      Class<?> of = component.getType();
      CompactSign sign = PlainClasses.isPlainEnum(of) ? CompactSign.TEXT : SIGNS.get(of);
      CompactRecord nested = sign == null ? of(of, around) : null;
      if (sign == null && nested == null) {
        return null;
      }
      components.add(new Component(component.getName(), of, sign, nested));
      nullable += of.isPrimitive() ? 0 : 1;
    }
    around.remove(type);
    return nullable > MOST_NULLABLE
        ? null
        : new CompactRecord(
            RecordMembers.of((Class<Record>) type), components.toArray(Component[]::new));
  }

  /** Appends the names and signs of the components: what {@link CompactTree} reads records by. */
  void describe(StringBuilder shape) {
    shape.append('(');
    for (int i = 0; i < components.length; i++) {
      Component component = components[i];
      shape.append(i == 0 ? "" : ",").append(component.name).append(':');
      if (component.nested != null) {
        component.nested.describe(shape);
      } else if (component.sign != null) {
        shape.append(component.sign.letter(component.isNullable()));
      }
    }
    shape.append(')');
  }

  void write(Object element, DataOutput out) throws IOException {
    @Nullable Object[] values = members.values((Record) element);
    if (nulls) {
      Bytes.writeVarLong(nullsOf(values), out);
    }
    for (int i = 0; i < values.length; i++) {
      Object value = values[i];
      if (value != null) {
        components[i].write(value, out);
      }
    }
  }

  private long nullsOf(@Nullable Object[] values) {
    long bits = 0;
    long bit = 1;
    for (int i = 0; i < values.length; i++) {
      if (components[i].isNullable()) {
        bits |= values[i] == null ? bit : 0;
        bit <<= 1;
      }
    }
    return bits;
  }

  // The nullness of what an array holds is lost between modules.
  @SuppressWarnings("NullAway")
  Object read(DataInput in) throws IOException {
    long bits = nulls ? Bytes.readVarLong(in) : 0;
    @Nullable Object[] values = new @Nullable Object[components.length];
    for (int i = 0; i < values.length; i++) {
      boolean none = false;
      if (components[i].isNullable()) {
        none = (bits & 1) != 0;
        bits >>>= 1;
      }
      values[i] = none ? null : components[i].read(in);
    }
    return members.make(values);
  }
}
