package io.tidemark.connector.file;

import io.tidemark.core.row.ColumnType;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.RecordComponent;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Elements of a record class: each component takes the column of its name. An empty field is null,
 * which a primitive component does not take; nor does a record take what its constructor refuses
 * with an {@code IllegalArgumentException}, {@code NullPointerException} or {@code
 * DateTimeException}. Both are bad values.
 *
 * @param <T> the record class
 */
final class RecordMaker<T extends Record> implements ElementMaker<T> {
  private static final Map<Class<?>, ColumnType> TYPES =
      Map.of(
          String.class, ColumnType.STRING,
          long.class, ColumnType.LONG,
          Long.class, ColumnType.LONG,
          double.class, ColumnType.DOUBLE,
          Double.class, ColumnType.DOUBLE,
          boolean.class, ColumnType.BOOLEAN,
          Boolean.class, ColumnType.BOOLEAN,
          Instant.class, ColumnType.TIMESTAMP);

  private final Class<T> type;
  private final int[] columns;
  private final MethodHandle constructor;
  private final List<MethodHandle> accessors;

  private RecordMaker(
      Class<T> type, int[] columns, MethodHandle constructor, List<MethodHandle> accessors) {
    this.type = type;
    this.columns = columns;
    this.constructor = constructor;
    this.accessors = accessors;
  }

  /**
   * The columns that the record class needs.
   *
   * @throws IllegalArgumentException where a component has a type that no column has
   */
  static Map<String, ColumnType> columns(Class<? extends Record> type) {
    Map<String, ColumnType> columns = new LinkedHashMap<>();
    for (RecordComponent component : type.getRecordComponents()) {
      ColumnType column = TYPES.get(component.getType());
      if (column == null) {
        throw new IllegalArgumentException(
            "no column has the type of a record component: "
                + named(type, component)
                + ", type="
                + component.getType().getName()
                + "; use String, long, Long, double, Double, boolean, Boolean or Instant");
      }
      columns.put(component.getName(), column);
    }
    return columns;
  }

  /**
   * A maker for files with these columns.
   *
   * @throws IllegalArgumentException where a component has no column, or the class is out of reach
   */
  static <T extends Record> RecordMaker<T> of(Class<T> type, List<String> names) {
    RecordComponent[] components = type.getRecordComponents();
    int[] columns = new int[components.length];
    for (int i = 0; i < components.length; i++) {
      columns[i] = names.indexOf(components[i].getName());
      if (columns[i] < 0) {
        throw new IllegalArgumentException(
            "a record component has no column: "
                + named(type, components[i])
                + ", columns="
                + names
                + "; name the component as the column is named");
      }
    }
    try {
      return new RecordMaker<>(type, columns, constructor(type), accessors(components));
    } catch (NoSuchMethodException | IllegalAccessException | InaccessibleObjectException e) {
      throw new IllegalArgumentException(
          "the record class cannot be reached: record="
              + type.getName()
              + "; make it public or open its package",
          e);
    }
  }

  private static MethodHandle constructor(Class<? extends Record> type)
      throws NoSuchMethodException, IllegalAccessException {
    Class<?>[] parameters =
        Arrays.stream(type.getRecordComponents())
            .map(RecordComponent::getType)
            .toArray(Class<?>[]::new);
    Constructor<?> constructor = type.getDeclaredConstructor(parameters);
    constructor.setAccessible(true);
    return MethodHandles.lookup()
        .unreflectConstructor(constructor)
        .asType(MethodType.genericMethodType(parameters.length))
        .asSpreader(Object[].class, parameters.length);
  }

  private static List<MethodHandle> accessors(RecordComponent[] components)
      throws IllegalAccessException {
    List<MethodHandle> accessors = new ArrayList<>();
    for (RecordComponent component : components) {
      component.getAccessor().setAccessible(true);
      accessors.add(
          MethodHandles.lookup()
              .unreflect(component.getAccessor())
              .asType(MethodType.genericMethodType(1)));
    }
    return accessors;
  }

  private static String named(Class<?> type, RecordComponent component) {
    return "record=" + type.getSimpleName() + ", component=" + component.getName();
  }

  @Override
  public boolean uses(int column) {
    return Arrays.stream(columns).anyMatch(used -> used == column);
  }

  @Override
  public @Nullable T make(@Nullable Object[] values, String text) {
    @Nullable Object[] arguments = new @Nullable Object[columns.length];
    for (int i = 0; i < columns.length; i++) {
      arguments[i] = values[columns[i]];
    }
    try {
      return type.cast(constructor.invoke(arguments));
    } catch (IllegalArgumentException | NullPointerException | DateTimeException e) {
      // A null for a primitive component also ends here.
      return null;
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** The components as a CSV record: what else stood there is gone with the text. */
  @Override
  public String text(T element) {
    List<@Nullable Object> values = new ArrayList<>();
    for (MethodHandle accessor : accessors) {
      try {
        values.add(accessor.invoke(element));
      } catch (Throwable e) {
        throw unexpected(e);
      }
    }
    StringBuilder text = new StringBuilder();
    CsvText.append(values, text);
    return text.substring(0, text.length() - 1);
  }

  private static RuntimeException unexpected(Throwable e) {
    if (e instanceof Error error) {
      throw error;
    }
    return e instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(e);
  }
}
