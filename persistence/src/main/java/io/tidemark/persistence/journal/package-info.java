/**
 * The journal of one node: a Pekko journal and snapshot store on LevelDB with group commit.
 *
 * <p>What it is: one store per directory, one thread that writes it, and two Pekko plugins in
 * front. What it is not: a cluster-wide journal, or a place for elements; a source is read again
 * instead.
 *
 * <p>A write is accepted only with the sequence number that the entity's head expects and, where a
 * {@link io.tidemark.persistence.journal.FenceRule} says so, only under the newest fence of its
 * authority. Many writes become one synced batch. What was acknowledged is either read back as it
 * was written, or refused by name: see {@code CommitChain} for the whole directory and {@code Head}
 * for one entity.
 *
 * <p>It may depend on Pekko persistence, LevelDB and SLF4J, on nothing else of Tidemark.
 *
 * <p>Read first: {@link io.tidemark.persistence.journal.Journal}, then {@code Ledger}.
 */
@NullMarked
package io.tidemark.persistence.journal;

import org.jspecify.annotations.NullMarked;
