package io.tidemark.core.sink;

import io.tidemark.core.row.RecordForm;
import io.tidemark.core.row.Row;
import io.tidemark.core.row.Schema;
import io.tidemark.core.source.Diagnostic;
import io.tidemark.core.source.Offset;
import io.tidemark.core.time.Time;
import io.tidemark.core.window.WindowResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The columns of an output, and how a row fills them. Thread-safe.
 *
 * <p>Values are null, {@code String}, {@code Long}, {@code Integer}, {@code Double}, {@code
 * Boolean}, {@code Instant} and lists of these; anything else is written as its {@code toString()}.
 *
 * @param columns the names, in order
 * @param values gives one value per column
 * @param <R> the type of the rows
 */
public record RowFormat<R>(
    List<String> columns, Function<? super R, ? extends List<? extends @Nullable Object>> values) {

  /** Copies the names. */
  public RowFormat {
    columns = List.copyOf(columns);
  }

  /**
   * A row's values; one per column.
   *
   * @throws IllegalStateException where they are more or fewer
   */
  public List<? extends @Nullable Object> of(R row) {
    List<? extends @Nullable Object> of = values.apply(row);
    if (of.size() != columns.size()) {
      throw new IllegalStateException(
          "a row does not fit its columns: columns=" + columns + ", values=" + of);
    }
    return of;
  }

  /**
   * {@code window_start,window_end,<keys>,<selected>}; a bound that is infinite is null.
   *
   * @param keyColumns names of the key's parts
   * @param keyParts the parts of a key, one per name
   * @param selected names of the aggregates
   */
  public static <K> RowFormat<WindowResult<K>> windows(
      List<String> keyColumns,
      Function<? super K, ? extends List<? extends @Nullable Object>> keyParts,
      List<String> selected) {
    List<String> columns = new ArrayList<>(List.of("window_start", "window_end"));
    columns.addAll(keyColumns);
    columns.addAll(selected);
    return new RowFormat<>(
        columns,
        result -> {
          List<@Nullable Object> values = new ArrayList<>(columns.size());
          values.add(instant(result.startMicros()));
          values.add(instant(result.endMicros()));
          values.addAll(keyParts.apply(result.key()));
          values.addAll(result.values());
          return values;
        });
  }

  private static @Nullable Instant instant(long micros) {
    return Time.isFinite(micros) ? Time.instant(micros) : null;
  }

  /**
   * {@code source,partition,offset,rule,event_time,arrival_time,assigned_time,row}; a time that is
   * not there is null, the offset is text.
   *
   * @param severalFiles whether an offset names its file: {@code FILE:BYTE}, else {@code BYTE}
   */
  public static RowFormat<Diagnostic> diagnostics(boolean severalFiles) {
    return new RowFormat<>(
        List.of(
            "source",
            "partition",
            "offset",
            "rule",
            "event_time",
            "arrival_time",
            "assigned_time",
            "row"),
        diagnostic -> {
          List<@Nullable Object> values = new ArrayList<>();
          values.add(diagnostic.source());
          values.add(diagnostic.partitionName());
          values.add(offset(diagnostic.offset(), severalFiles));
          values.add(diagnostic.rule());
          values.add(textOrNull(diagnostic.eventText()));
          values.add(textOrNull(diagnostic.arrivalText()));
          values.add(textOrNull(diagnostic.assignedText()));
          values.add(diagnostic.text());
          return values;
        });
  }

  private static String offset(Offset offset, boolean severalFiles) {
    String position = Long.toString(offset.position());
    return severalFiles ? offset.file() + ":" + position : position;
  }

  private static @Nullable String textOrNull(String text) {
    return text.isEmpty() ? null : text;
  }

  /** The components of a record class. */
  public static <R extends Record> RowFormat<R> records(RecordForm<R> form) {
    return new RowFormat<>(
        form.schema().columns().stream().map(Schema.Column::name).toList(),
        row -> Arrays.asList(form.values(row)));
  }

  /** The columns of a schema. */
  public static RowFormat<Row> rows(Schema schema) {
    return new RowFormat<>(
        schema.columns().stream().map(Schema.Column::name).toList(),
        row -> {
          List<@Nullable Object> values = new ArrayList<>(schema.size());
          for (int column = 0; column < schema.size(); column++) {
            values.add(row.get(column));
          }
          return values;
        });
  }
}
