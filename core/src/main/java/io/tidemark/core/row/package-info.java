/**
 * Rows: records of named, typed values, for pipelines that are described rather than programmed. A
 * row is one kind of element among others; nothing outside connectors and configuration requires
 * it.
 */
@NullMarked
package io.tidemark.core.row;

import org.jspecify.annotations.NullMarked;
