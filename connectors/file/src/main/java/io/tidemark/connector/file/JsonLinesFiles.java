package io.tidemark.connector.file;

/**
 * Files with one JSON object per line as a source of records of a record class: components take the
 * fields of their names, other fields are ignored, a missing field is null.
 *
 * <pre>{@code
 * FileSource<Crossing> crossings = JsonLinesFiles.of(Crossing.class).at("data/crossings.jsonl");
 * }</pre>
 */
public final class JsonLinesFiles {
  private JsonLinesFiles() {}

  /** JSON lines whose fields the components of the class name. */
  public static <R extends Record> RecordFiles<R> of(Class<R> type) {
    return new RecordFiles<>(type, FileSourceSettings::jsonLines, builder -> {});
  }
}
