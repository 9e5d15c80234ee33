package io.tidemark.config.assembly;

import io.tidemark.config.expression.ColumnValue;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.row.Row;
import io.tidemark.core.row.Schema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a reader of a source or stream sees: rows with columns, as functions of the elements that
 * entities hold.
 *
 * @param schema the columns
 * @param parts where the rows come from: at least one, no source or computed stream twice
 */
record Relation(Schema schema, List<Part> parts) {
  Relation {
    parts = List.copyOf(parts);
  }

  /**
   * The rows that come from one source or computed stream.
   *
   * @param from its name
   * @param where which of its elements are rows; null: all
   * @param columns a value for each column of the schema
   */
  record Part(String from, @Nullable Predicate<Object> where, List<Column> columns) {
    Part {
      columns = List.copyOf(columns);
    }

    /** Whether the element is a row. */
    boolean takes(Object held) {
      return where == null || where.test(held);
    }

    /** The same with fewer rows. */
    Part where(Predicate<Object> condition) {
      Predicate<Object> before = where;
      return new Part(
          from,
          before == null ? condition : held -> before.test(held) && condition.test(held),
          columns);
    }
  }

  /**
   * A column.
   *
   * @param value of an element
   * @param held the column of the source or computed stream that it is, unchanged; null where it is
   *     computed
   */
  record Column(ColumnValue value, @Nullable String held) {}

  /** The place of the column, which exists. */
  int index(String column) {
    int index = schema.indexOf(column);
    if (index < 0) {
      throw new IllegalArgumentException("no column has the name " + column);
    }
    return index;
  }

  /** The column's values, where all rows come from one source. */
  // A compiler before 17.0.19 does not tell NullAway that a function may give null.
  @SuppressWarnings("NullAway")
  Function<Object, @Nullable Object> column(String column) {
    return parts.get(0).columns().get(index(column)).value()::of;
  }

  /** The row that an element is, as an object of its own. */
  Row row(Part part, Object held) {
    List<Column> columns = part.columns();
    Object[] values = new Object[columns.size()];
    for (int i = 0; i < values.length; i++) {
      put(values, i, columns.get(i).value().of(held));
    }
    return new Row(schema, values, null);
  }

  // A compiler before 17.0.19 does not tell NullAway that the array in Row may hold nulls.
  @SuppressWarnings("NullAway")
  static void put(Object[] values, int index, @Nullable Object value) {
    values[index] = value;
  }

  /** The part's elements as rows of the relation, null for those that are none. */
  // A compiler before 17.0.19 does not tell NullAway that a function may give null.
  @SuppressWarnings("NullAway")
  Function<Object, @Nullable Object> rows(Part part) {
    return held -> part.takes(held) ? row(part, held) : null;
  }

  /** The part's elements as they are held, null for those that are no rows. */
  @SuppressWarnings("NullAway")
  static Function<Object, Object> rowsAsHeld(Part part) {
    return held -> part.takes(held) ? held : null;
  }

  /** Elements of the part under the key of those columns, whether or not they are rows. */
  KeySelector<Object, Object> keys(Part part, List<String> keyBy) {
    return selector(key(part, keyBy));
  }

  /** Rows of the part under the key of those columns; the other elements are left out. */
  @SuppressWarnings("NullAway")
  KeySelector<Object, Object> keysOfRows(Part part, List<String> keyBy) {
    Function<Object, @Nullable Object> key = key(part, keyBy);
    return part.where() == null
        ? selector(key)
        : selector(held -> part.takes(held) ? key.apply(held) : KeySelector.NOWHERE);
  }

  /** Rows as objects of their own, under the key of those columns. */
  KeySelector<Object, Object> keysOfObjects(List<String> keyBy) {
    return keys(ofRows("", schema).parts().get(0), keyBy);
  }

  // A compiler before 17.0.19 does not tell NullAway that ofValues takes a function to null.
  @SuppressWarnings("NullAway")
  static KeySelector<Object, Object> selector(Function<Object, @Nullable Object> key) {
    return KeySelector.ofValues(key);
  }

  /**
   * The key that the columns make: the value itself where there is one, else the list of them; null
   * where one of them is.
   */
  @SuppressWarnings("NullAway")
  Function<Object, @Nullable Object> key(Part part, List<String> keyBy) {
    List<ColumnValue> values =
        keyBy.stream().map(column -> part.columns().get(index(column)).value()).toList();
    if (values.size() == 1) {
      ColumnValue one = values.get(0);
      return one::of;
    }
    return element -> {
      List<Object> key = new ArrayList<>(values.size());
      for (ColumnValue value : values) {
        Object of = value.of(element);
        if (of == null) {
          return null;
        }
        key.add(of);
      }
      return Collections.unmodifiableList(key);
    };
  }

  /** The values that {@link #key} made a key of. */
  static List<?> keyParts(Object key, int count) {
    return count == 1 ? List.of(key) : (List<?>) key;
  }

  /** Whether the key is, in this part, that of the columns as they are held. */
  boolean isKeyOf(Part part, List<String> keyBy, List<String> held) {
    Set<String> unchanged =
        keyBy.stream()
            .map(column -> String.valueOf(part.columns().get(index(column)).held()))
            .collect(Collectors.toSet());
    return !held.isEmpty() && unchanged.equals(Set.copyOf(held)) && keyBy.size() == held.size();
  }

  /** The rows of a source, or rows as objects of their own. */
  static Relation ofRows(String from, Schema schema) {
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < schema.size(); i++) {
      int index = i;
      columns.add(new Column(row -> ((Row) row).get(index), schema.columns().get(i).name()));
    }
    return new Relation(schema, List.of(new Part(from, null, columns)));
  }
}
