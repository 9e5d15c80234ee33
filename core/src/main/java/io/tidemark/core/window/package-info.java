/**
 * Windows: which windows an element belongs to, what is accumulated for each, and when a result is
 * final. {@code WindowStep} is the door: an entity feeds it elements and progress and takes
 * results.
 */
@NullMarked
package io.tidemark.core.window;

import org.jspecify.annotations.NullMarked;
