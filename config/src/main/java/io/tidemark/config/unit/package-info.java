/**
 * How a person writes durations and sizes: on the command line and in pipeline files alike. Depends
 * on the JDK only. Read {@link io.tidemark.config.unit.Durations} first.
 */
@NullMarked
package io.tidemark.config.unit;

import org.jspecify.annotations.NullMarked;
