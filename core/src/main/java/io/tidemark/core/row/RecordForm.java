package io.tidemark.core.row;

import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A record class as a row sees it: each component is a column of its name, and a record's values
 * are those a row holds. An {@code int} is a long in a row; null stands for nothing, which a
 * primitive component cannot hold. Immutable and thread-safe; looking at the class happens once,
 * here.
 *
 * @param <R> the record class
 */
public final class RecordForm<R extends Record> {
  private static final Map<Class<?>, ColumnType> TYPES =
      Map.of(
          String.class, ColumnType.STRING,
          int.class, ColumnType.LONG,
          Integer.class, ColumnType.LONG,
          long.class, ColumnType.LONG,
          Long.class, ColumnType.LONG,
          double.class, ColumnType.DOUBLE,
          Double.class, ColumnType.DOUBLE,
          boolean.class, ColumnType.BOOLEAN,
          Boolean.class, ColumnType.BOOLEAN,
          Instant.class, ColumnType.TIMESTAMP);

  private final Schema schema;
  private final boolean[] ints;
  private final boolean hasInts;
  private final RecordMembers<R> members;

  private RecordForm(RecordMembers<R> members, Schema schema) {
    this.members = members;
    this.schema = schema;
    RecordComponent[] components = members.type().getRecordComponents();
    this.ints = new boolean[components.length];
    boolean some = false;
    for (int i = 0; i < ints.length; i++) {
      Class<?> component = components[i].getType();
      ints[i] = component == int.class || component == Integer.class;
      some |= ints[i];
    }
    this.hasInts = some;
  }

  /**
   * The form of a record class.
   *
   * @throws IllegalArgumentException where a component has a type that no column has, or the class
   *     is out of reach; the message names what is allowed
   */
  public static <R extends Record> RecordForm<R> of(Class<R> type) {
    Schema schema = schema(type, type.getRecordComponents());
    return new RecordForm<>(RecordMembers.of(type), schema);
  }

  /** Whether the class is of records whose components all are columns. */
  static boolean holds(Class<?> type) {
    return type.isRecord()
        && Arrays.stream(type.getRecordComponents())
            .allMatch(component -> TYPES.containsKey(component.getType()));
  }

  private static Schema schema(Class<?> type, RecordComponent[] components) {
    List<Schema.Column> columns = new ArrayList<>();
    for (RecordComponent component : components) {
      ColumnType column = TYPES.get(component.getType());
      if (column == null) {
        throw new IllegalArgumentException(
            "no column has the type of a record component: record="
                + type.getSimpleName()
                + ", component="
                + component.getName()
                + ", type="
                + component.getType().getName()
                + "; use String, int, long, double, boolean, a wrapper of these or Instant");
      }
      columns.add(new Schema.Column(component.getName(), column));
    }
    return new Schema(columns);
  }

  /** The record class. */
  public Class<R> type() {
    return members.type();
  }

  /** The components as columns, in order. */
  public Schema schema() {
    return schema;
  }

  /** The record's values, one per column; the array is the caller's. */
  public @Nullable Object[] values(R element) {
    @Nullable Object[] values = members.values(element);
    if (hasInts) {
      for (int i = 0; i < values.length; i++) {
        if (ints[i] && values[i] instanceof Integer number) {
          values[i] = number.longValue();
        }
      }
    }
    return values;
  }

  /**
   * The record of the values, one per column. What its constructor throws comes out as it is.
   *
   * @throws NullPointerException where a primitive component would be null
   * @throws IllegalArgumentException where a long is no value of an {@code int} component
   */
  public R make(@Nullable Object[] values) {
    return members.make(hasInts ? withInts(values) : values);
  }

  private @Nullable Object[] withInts(@Nullable Object[] values) {
    @Nullable Object[] arguments = values.clone();
    for (int i = 0; i < arguments.length; i++) {
      if (ints[i] && arguments[i] instanceof Long number) {
        arguments[i] = intValue(number, schema.columns().get(i).name());
      }
    }
    return arguments;
  }

  private static int intValue(long number, String component) {
    if (number != (int) number) {
      throw new IllegalArgumentException(
          "out of range: component="
              + component
              + ", expected=an int, actual="
              + number
              + "; make the component a long");
    }
    return (int) number;
  }
}
