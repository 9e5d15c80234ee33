/**
 * Sources and sinks for files of CSV and of one JSON object per line.
 *
 * <p>A {@link io.tidemark.connector.file.FileSource} finds its files once, and then gives each
 * partition a reader that starts at any byte offset it has named before; every record that is not
 * one becomes a {@code BadRecord} at its place. A {@link io.tidemark.connector.file.CsvSinkWriter}
 * writes rows so that what was committed survives and what was not is cut.
 *
 * <p>It depends on the core only: a connector knows readers, offsets and writers, not actors, and
 * it decides nothing about time. Read {@link io.tidemark.connector.file.FileSource} first, then
 * {@link io.tidemark.connector.file.CsvSinkWriter}.
 */
@NullMarked
package io.tidemark.connector.file;

import org.jspecify.annotations.NullMarked;
