/**
 * A look into the journal of a run that no process holds. Read {@link
 * io.tidemark.config.inspection.HeldJournal} first.
 */
@NullMarked
package io.tidemark.config.inspection;

import org.jspecify.annotations.NullMarked;
