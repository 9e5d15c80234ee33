/**
 * The contract between an entity's decisions and whatever carries them out. Read {@link
 * io.tidemark.core.entity.Entity} first, then {@link io.tidemark.core.entity.Step}.
 */
@NullMarked
package io.tidemark.core.entity;

import org.jspecify.annotations.NullMarked;
