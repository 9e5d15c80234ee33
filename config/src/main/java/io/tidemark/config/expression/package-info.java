/**
 * Expressions over columns, as pipeline files have them: what {@code where} and {@code select} say.
 * The language is CEL, the Common Expression Language: typed, without side effects, loops or
 * reflection. The only place that knows the library. Depends on core's column types alone. Read
 * {@link io.tidemark.config.expression.ParsedExpression} first, then {@link
 * io.tidemark.config.expression.Expression}.
 */
@NullMarked
package io.tidemark.config.expression;

import org.jspecify.annotations.NullMarked;
