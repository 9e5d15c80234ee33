package io.tidemark.connector.file;

import io.tidemark.core.row.ColumnType;
import io.tidemark.core.row.RecordForm;
import io.tidemark.core.row.Schema;
import java.time.DateTimeException;
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
  private final RecordForm<T> form;
  private final int[] columns;

  private RecordMaker(RecordForm<T> form, int[] columns) {
    this.form = form;
    this.columns = columns;
  }

  /** The columns that the record class needs. */
  static Map<String, ColumnType> columns(RecordForm<?> form) {
    Map<String, ColumnType> columns = new LinkedHashMap<>();
    form.schema().columns().forEach(column -> columns.put(column.name(), column.type()));
    return columns;
  }

  /**
   * A maker for files with these columns.
   *
   * @throws IllegalArgumentException where a component has no column
   */
  static <T extends Record> RecordMaker<T> of(RecordForm<T> form, List<String> names) {
    List<Schema.Column> components = form.schema().columns();
    int[] columns = new int[components.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = names.indexOf(components.get(i).name());
      if (columns[i] < 0) {
        throw new IllegalArgumentException(
            "a record component has no column: record="
                + form.type().getSimpleName()
                + ", component="
                + components.get(i).name()
                + ", columns="
                + names
                + "; name the component as the column is named");
      }
    }
    return new RecordMaker<>(form, columns);
  }

  @Override
  public boolean uses(int column) {
    return Arrays.stream(columns).anyMatch(used -> used == column);
  }

  // A compiler before 17.0.19 does not tell NullAway that the array in RecordForm's class file may
  // hold nulls.
  @SuppressWarnings("NullAway")
  @Override
  public @Nullable T make(@Nullable Object[] values, String text) {
    @Nullable Object[] arguments = new @Nullable Object[columns.length];
    for (int i = 0; i < columns.length; i++) {
      arguments[i] = values[columns[i]];
    }
    try {
      return form.make(arguments);
    } catch (IllegalArgumentException | NullPointerException | DateTimeException e) {
      // A null for a primitive component also ends here.
      return null;
    }
  }

  /** The components as a CSV record: what else stood there is gone with the text. */
  @Override
  public String text(T element) {
    StringBuilder text = new StringBuilder();
    CsvText.append(Arrays.asList(form.values(element)), text);
    return text.substring(0, text.length() - 1);
  }
}
