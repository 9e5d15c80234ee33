package io.tidemark.connector.file;

import io.tidemark.core.row.ColumnType;
import io.tidemark.core.row.Schema;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where everything stands in a record: places are those of the schema, −1 where there is none.
 *
 * @param schema the columns in the files, in order, then the file's name where it is a column
 * @param parsers one per column
 * @param fileNameColumn the place of the file's name
 * @param eventColumn the place of the event time
 * @param arrivalColumn the place of the arrival time
 * @param partitionColumns the places of the columns that decide a row's partition
 * @param partitions how many partitions rows are dealt out to; 0 for one per file
 */
record Layout(
    Schema schema,
    List<ColumnParser> parsers,
    int fileNameColumn,
    int eventColumn,
    int arrivalColumn,
    List<Integer> partitionColumns,
    int partitions) {

  /** The layout of files with these columns. */
  static Layout of(FileSourceSettings settings, List<String> names) {
    List<Schema.Column> columns = new ArrayList<>();
    for (String name : names) {
      columns.add(
          new Schema.Column(name, settings.columns().getOrDefault(name, ColumnType.STRING)));
    }
    String fileName = settings.fileNameAs();
    if (fileName != null) {
      if (names.contains(fileName)) {
        throw new IllegalArgumentException(
            "the files have a column of this name already: file-name-as="
                + fileName
                + ", columns="
                + names
                + "; choose another name");
      }
      columns.add(new Schema.Column(fileName, ColumnType.STRING));
    }
    Schema schema = new Schema(columns);
    settings.columns().keySet().forEach(name -> place(schema, "columns", name));
    FileSourceSettings.Partitioning partitioning = settings.partitioning();
    List<String> by = partitioning == null ? List.of() : partitioning.by();
    return new Layout(
        schema,
        columns.stream().map(c -> ColumnParser.of(c.type(), settings.timestamps())).toList(),
        fileName == null ? -1 : columns.size() - 1,
        place(schema, "event-time", settings.eventTimeColumn()),
        place(schema, "arrival-time", settings.arrivalTimeColumn()),
        by.stream().map(name -> place(schema, "partition-by", name)).toList(),
        partitioning == null ? 0 : partitioning.count());
  }

  private static int place(Schema schema, String setting, @Nullable String name) {
    if (name == null) {
      return -1;
    }
    int place = schema.indexOf(name);
    if (place < 0) {
      throw new IllegalArgumentException(
          "no such column: "
              + setting
              + "="
              + name
              + ", columns="
              + schema.columns().stream().map(Schema.Column::name).toList());
    }
    return place;
  }

  /** How many fields a record has in its file. */
  int fields() {
    return fileNameColumn < 0 ? schema.size() : schema.size() - 1;
  }
}
