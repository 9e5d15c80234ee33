package io.tidemark.core.message;

/**
 * One thing an entity hands on: an element, a window result or a diagnostic.
 *
 * @param timeMicros its assigned time
 * @param value what it is
 */
public record Output(long timeMicros, Object value) {}
