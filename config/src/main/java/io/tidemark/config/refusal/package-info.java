/**
 * Why something is not done: the problems a person has to solve first, each with its place, the
 * value and what is allowed. Depends on the JDK only. Read {@link
 * io.tidemark.config.refusal.Problem} first, then {@link io.tidemark.config.refusal.Refused}.
 */
@NullMarked
package io.tidemark.config.refusal;

import org.jspecify.annotations.NullMarked;
