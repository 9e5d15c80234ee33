/**
 * What entities say to each other, and who they are. Read {@link io.tidemark.core.message.EntityId}
 * first, then {@link io.tidemark.core.message.Message}.
 */
@NullMarked
package io.tidemark.core.message;

import org.jspecify.annotations.NullMarked;
