/**
 * The journal: a Pekko journal and snapshot store with group commit, on LevelDB for one node or on
 * PostgreSQL for several.
 *
 * <p>What it is: one store, one thread that writes it, and two Pekko plugins in front. What it is
 * not: a place for elements; a source is read again instead. A store in a directory has one
 * process, one in a database any number: then a commit compares, in its transaction, what it was
 * decided on.
 *
 * <p>A write is accepted only with the sequence number that the entity's head expects and, where a
 * {@link io.tidemark.persistence.journal.FenceRule} says so, only under the newest fence of its
 * authority. Many writes become one synced batch. What was acknowledged is either read back as it
 * was written, or refused by name: see {@code CommitChain} for a directory, {@code Writers} for a
 * database and {@code Head} for one entity.
 *
 * <p>It may depend on Pekko persistence, LevelDB, JDBC with HikariCP, and SLF4J, on nothing else of
 * Tidemark.
 *
 * <p>Read first: {@link io.tidemark.persistence.journal.Journal}, then {@code Ledger}.
 */
@NullMarked
package io.tidemark.persistence.journal;

import org.jspecify.annotations.NullMarked;
