/**
 * What an element is beside those of its key before it: the value before, the last one for which
 * something held, whether it is the first for a while, what changed.
 *
 * <p>Read {@link io.tidemark.core.analytic.Analytics} first. The functions are those that Azure
 * Stream Analytics calls analytic (LAG, LAST, ISFIRST, TOPONE), by event time in canonical order.
 */
@NullMarked
package io.tidemark.core.analytic;

import org.jspecify.annotations.NullMarked;
