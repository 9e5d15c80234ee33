/** Tests of the journal, with real entities, real files and real processes. */
@NullMarked
package io.tidemark.persistence.journal;

import org.jspecify.annotations.NullMarked;
