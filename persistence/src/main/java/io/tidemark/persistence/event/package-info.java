/**
 * Events as bytes: one serializer for all of an entity's facts, binary and versioned, and the rule
 * that fences a substream's writes by its partition. Read {@link
 * io.tidemark.persistence.event.EventFormat} first.
 */
@NullMarked
package io.tidemark.persistence.event;

import org.jspecify.annotations.NullMarked;
