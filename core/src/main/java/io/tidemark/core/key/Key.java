package io.tidemark.core.key;

import io.tidemark.core.row.RecordForm;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A key with the names of its columns: what elements are kept apart by, and what its parts are
 * called in an output.
 *
 * <pre>{@code
 * static final Key<Crossing, String> BOOTH = Key.of("booth", Crossing::booth);
 *
 * record Lane(String road, int number) {}
 * static final Key<Crossing, Lane> LANE =
 *     Key.of(Lane.class, crossing -> new Lane(crossing.road(), crossing.lane()));
 * }</pre>
 *
 * <p>One object is one key: where a computation is given the same {@code Key} as the substreams of
 * its source, and each key lives in one partition, it runs inside the substreams. What a function
 * does cannot be seen, so another object is taken for another key.
 *
 * <p>A key that is a record is kept as the list of its components: the hash of a list is the same
 * on every JVM, which nobody promises of a record's, and decides about the key group.
 *
 * @param <T> the type of the elements
 * @param <K> the type of the keys
 */
public final class Key<T, K> {
  private static final String DEFAULT_COLUMN = "key";

  /** Of keys as they are kept. */
  private static final List<Class<?>> TYPES =
      List.of(
          String.class,
          Long.class,
          Integer.class,
          Double.class,
          Boolean.class,
          Instant.class,
          List.class);

  private final List<String> columns;
  private final Field<T, Object> kept;
  private final @Nullable Function<Object, Object> typed;

  private Key(
      List<String> columns, Field<T, Object> kept, @Nullable Function<Object, Object> typed) {
    this.columns = List.copyOf(columns);
    this.kept = kept;
    this.typed = typed;
  }

  /** What takes a key from an element. Thread-safe; a function of the element alone. */
  @FunctionalInterface
  public interface Field<T, K> {
    /** The element's key; null where it has none, which is bad input of kind {@code null-key}. */
    @Nullable K of(T element);
  }

  /** The one key of a computation that keeps nothing apart: it has no columns. */
  public record One() {}

  /**
   * A key of one column, {@code key}.
   *
   * @param field gives a {@code String}, {@code Long}, {@code Integer}, {@code Double}, {@code
   *     Boolean} or {@code Instant}; another value fails the run when it is written
   */
  public static <T, K> Key<T, K> of(Field<T, K> field) {
    return of(DEFAULT_COLUMN, field);
  }

  /**
   * A key of one column.
   *
   * @param column its name in an output
   * @param field as for {@link #of(Field)}
   */
  public static <T, K> Key<T, K> of(String column, Field<T, K> field) {
    if (column.isEmpty()) {
      throw new IllegalArgumentException("a key's column has no name: give it one");
    }
    return new Key<>(List.of(column), field::of, null);
  }

  /**
   * A key of several columns: the components of a record, in order. An element has none where a
   * component is null.
   *
   * @param type a record class with components of types that a row can hold
   * @throws IllegalArgumentException where a component has another type, or the class is out of
   *     reach
   */
  public static <T, K extends Record> Key<T, K> of(Class<K> type, Field<T, K> field) {
    RecordForm<K> form = RecordForm.of(type);
    List<String> columns = form.schema().columns().stream().map(column -> column.name()).toList();
    Field<T, Object> kept =
        element -> {
          K key = field.of(element);
          return key == null ? null : kept(form.values(key));
        };
    return new Key<>(
        columns, kept, key -> form.make(parts(key, columns.size()).toArray(new Object[0])));
  }

  /** One key for all elements. */
  public static <T> Key<T, One> one() {
    List<Object> none = List.of();
    One one = new One();
    return new Key<>(List.of(), element -> none, key -> one);
  }

  /** The value itself where there is one, else the list of them; null where one of them is. */
  private static @Nullable Object kept(@Nullable Object[] values) {
    for (Object value : values) {
      if (value == null) {
        return null;
      }
    }
    return values.length == 1 ? values[0] : Collections.unmodifiableList(Arrays.asList(values));
  }

  /**
   * The key as a pipeline keeps it: of a record its components, of another value itself.
   *
   * @param key as a program knows it, or as a pipeline keeps it
   * @throws IllegalArgumentException where no key is such a thing
   */
  @SuppressWarnings({"unchecked", "rawtypes"}) // The form is of the record's own class.
  public static Object asKept(Object key) {
    if (key instanceof Record parts) {
      RecordForm form = RecordForm.of((Class) parts.getClass());
      Object kept = kept(form.values(parts));
      if (kept == null) {
        throw new IllegalArgumentException("a component is null, which no key has: key=" + key);
      }
      return kept;
    }
    if (TYPES.stream().noneMatch(type -> type.isInstance(key))) {
      throw new IllegalArgumentException(
          "no key has this type: expected=a record, String, Long, Integer, Double, Boolean or"
              + " Instant, actual="
              + key.getClass().getName());
    }
    return key;
  }

  private static List<?> parts(Object key, int count) {
    return count == 1 ? List.of(key) : (List<?>) key;
  }

  /** The names of its parts. */
  public List<String> columns() {
    return columns;
  }

  /** How a pipeline keeps this key, and orders and writes it. */
  // A compiler before 17.0.19 does not tell NullAway that ofValues takes a function to null.
  // The elements are of the source's type, which the stages of a pipeline check.
  @SuppressWarnings({"NullAway", "unchecked"})
  public KeySelector<Object, Object> selector() {
    return KeySelector.ofValues(element -> kept.of((T) element));
  }

  /** The parts of a key as a pipeline keeps it, one per column. */
  public List<?> parts(Object key) {
    return parts(key, columns.size());
  }

  /** Whether a pipeline keeps this key in another form than the program knows. */
  public boolean isKeptOtherwise() {
    return typed != null;
  }

  /** The key that a pipeline keeps so, as the program knows it. */
  @SuppressWarnings("unchecked") // What was kept was made of a K.
  public K typed(Object key) {
    return (K) (typed == null ? key : typed.apply(key));
  }
}
