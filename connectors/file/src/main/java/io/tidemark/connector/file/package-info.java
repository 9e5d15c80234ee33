/**
 * Sources and sinks for files of CSV and of one JSON object per line.
 *
 * <p>A {@link io.tidemark.connector.file.FileSource} finds its files once, and then gives each
 * partition a reader that starts at any byte offset it has named before; every record that is not
 * one becomes a {@code BadRecord} at its place. What writes to a {@link
 * io.tidemark.connector.file.FileDestination} keeps what was committed and cuts what was not.
 *
 * <p>It depends on the core only: a connector knows readers, offsets and writers, not actors, and
 * it decides nothing about time. Read {@link io.tidemark.connector.file.FileSource} first, then
 * {@link io.tidemark.connector.file.FileDestination}.
 */
@NullMarked
package io.tidemark.connector.file;

import org.jspecify.annotations.NullMarked;
