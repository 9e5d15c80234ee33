/**
 * Sources and sinks for files of CSV and of one JSON object per line.
 *
 * <p>It depends on the core only: a connector knows readers, offsets and writers, not actors.
 */
@NullMarked
package io.tidemark.connector.file;

import org.jspecify.annotations.NullMarked;
