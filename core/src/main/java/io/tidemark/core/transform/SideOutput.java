package io.tidemark.core.transform;

import io.tidemark.core.row.RecordForm;

/**
 * A further output of a transform, whose results are of another class: a constant of the program,
 * named where the transform is put into a pipeline, where it emits, and where the results are read.
 *
 * @param name unique among those of the transform
 * @param form of the results
 * @param <X> the record class of the results
 */
public record SideOutput<X extends Record>(String name, RecordForm<X> form) {
  /**
   * A side output.
   *
   * @param name letters, digits, {@code -} and {@code _}; not {@code failures}, which is that of
   *     {@link OnFailure#SKIP}
   * @throws IllegalArgumentException where a row cannot hold the components of the record
   */
  public static <X extends Record> SideOutput<X> of(String name, Class<X> type) {
    return new SideOutput<>(name, RecordForm.of(type));
  }
}
