package io.tidemark.core.partition;

import io.tidemark.core.key.Groups;
import io.tidemark.core.key.KeySelector;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The keys of the elements that one batch accepts, for one computation. While all of them are
 * {@code Long}s they stand here as numbers, so that none is kept as an object. Used again for the
 * next batch.
 */
final class KeyColumn {
  private final Function<Object, @Nullable Object> keyOf;
  private long[] numbers = new long[0];
  private Object @Nullable [] objects;

  KeyColumn(Function<Object, @Nullable Object> keyOf) {
    this.keyOf = keyOf;
  }

  /** Forgets all keys, and makes room for so many. */
  void clear(int size) {
    objects = null;
    if (numbers.length < size) {
      numbers = new long[size];
    }
  }

  /**
   * Takes the key of an element in place of any that was taken there before; those before it were
   * taken.
   *
   * @return false: the element has none
   */
  boolean take(int at, Object element) {
    Object key = keyOf.apply(element);
    if (key instanceof Long number && objects == null) {
      numbers[at] = number;
      return true;
    }
    return key != null && takeObject(at, key);
  }

  private boolean takeObject(int at, Object key) {
    Object[] taken = objects;
    if (taken == null) {
      taken = new Object[numbers.length];
      for (int i = 0; i < at; i++) {
        taken[i] = numbers[i];
      }
      objects = taken;
    }
    taken[at] = key;
    return true;
  }

  /** The keys as numbers; null where one is none. */
  long @Nullable [] numbers() {
    return objects == null ? numbers : null;
  }

  Object get(int at) {
    return objects == null ? (Object) numbers[at] : objects[at];
  }

  /** Whether the computation takes the element. */
  boolean isTaken(int at) {
    return objects == null || objects[at] != KeySelector.NOWHERE;
  }

  /** The key groups that take something of the element; null where its key tells the one. */
  @Nullable Groups groups(int at) {
    return objects != null && objects[at] instanceof Groups groups ? groups : null;
  }

  int hashCode(int at) {
    return objects == null ? Long.hashCode(numbers[at]) : objects[at].hashCode();
  }
}
