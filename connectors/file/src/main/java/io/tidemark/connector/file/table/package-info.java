/**
 * Reference tables: files each of which holds a whole table, and whose names tell from when on it
 * counts.
 *
 * <p>A {@link io.tidemark.connector.file.table.TableSource} gives what one file changes of the
 * table of the one before, so that what follows keeps one row for each key. It looks for new files
 * where it follows; when a version is found is a decision of its partition, as everything is that a
 * source does. Read {@link io.tidemark.connector.file.table.TableFiles} first.
 */
@NullMarked
package io.tidemark.connector.file.table;

import org.jspecify.annotations.NullMarked;
