package io.tidemark.core.row;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The components of a record class, whatever their types: the values of a record, and a record of
 * values. Immutable and thread-safe; looking at the class happens once, here.
 *
 * @param <R> the record class
 */
public final class RecordMembers<R extends Record> {
  private final Class<R> type;
  private final MethodHandle constructor;
  private final MethodHandle[] accessors;

  private RecordMembers(Class<R> type, MethodHandle constructor, MethodHandle[] accessors) {
    this.type = type;
    this.constructor = constructor;
    this.accessors = accessors;
  }

  /**
   * The members of a record class.
   *
   * @throws IllegalArgumentException where the class is out of reach
   */
  public static <R extends Record> RecordMembers<R> of(Class<R> type) {
    RecordComponent[] components = type.getRecordComponents();
    try {
      return new RecordMembers<>(type, constructor(type, components), accessors(components));
    } catch (NoSuchMethodException | IllegalAccessException | InaccessibleObjectException e) {
      throw new IllegalArgumentException(
          "the record class cannot be reached: record="
              + type.getName()
              + "; make it public or open its package",
          e);
    }
  }

  private static MethodHandle constructor(
      Class<? extends Record> type, RecordComponent[] components)
      throws NoSuchMethodException, IllegalAccessException {
    Class<?>[] parameters =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    Constructor<?> constructor = type.getDeclaredConstructor(parameters);
    constructor.setAccessible(true);
    return MethodHandles.lookup()
        .unreflectConstructor(constructor)
        .asType(MethodType.genericMethodType(parameters.length))
        .asSpreader(Object[].class, parameters.length);
  }

  private static MethodHandle[] accessors(RecordComponent[] components)
      throws IllegalAccessException {
    MethodHandle[] accessors = new MethodHandle[components.length];
    for (int i = 0; i < components.length; i++) {
      components[i].getAccessor().setAccessible(true);
      accessors[i] =
          MethodHandles.lookup()
              .unreflect(components[i].getAccessor())
              .asType(MethodType.genericMethodType(1));
    }
    return accessors;
  }

  /** The record class. */
  public Class<R> type() {
    return type;
  }

  /** The values of the record's components, in order; the array is the caller's. */
  public @Nullable Object[] values(R element) {
    @Nullable Object[] values = new @Nullable Object[accessors.length];
    for (int i = 0; i < values.length; i++) {
      try {
        values[i] = accessors[i].invoke(element);
      } catch (Throwable e) {
        throw unexpected(e);
      }
    }
    return values;
  }

  /**
   * The record of the values of its components. What its constructor throws comes out as it is.
   *
   * @throws NullPointerException where a primitive component would be null
   */
  public R make(@Nullable Object[] values) {
    try {
      return type.cast(constructor.invoke(values));
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  private static RuntimeException unexpected(Throwable e) {
    if (e instanceof Error error) {
      throw error;
    }
    return e instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(e);
  }
}
