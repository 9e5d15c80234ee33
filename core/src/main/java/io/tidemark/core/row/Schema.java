package io.tidemark.core.row;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The columns of a row, in order; their names are unique. */
public record Schema(List<Column> columns) {
  /** One column. */
  public record Column(String name, ColumnType type) {}

  /** Copies the columns. */
  public Schema {
    columns = List.copyOf(columns);
    Set<String> names = new HashSet<>();
    for (Column column : columns) {
      if (!names.add(column.name())) {
        throw new IllegalArgumentException("two columns have the name " + column.name());
      }
    }
  }

  /** The column's place from 0, or −1 where no column has the name. */
  public int indexOf(String name) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  /** How many columns there are. */
  public int size() {
    return columns.size();
  }
}
