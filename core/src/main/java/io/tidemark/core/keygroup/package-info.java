/**
 * Key groups: the part of a keyed computation that answers for some of its keys. Read {@link
 * io.tidemark.core.keygroup.KeyGroup} first.
 */
@NullMarked
package io.tidemark.core.keygroup;

import org.jspecify.annotations.NullMarked;
