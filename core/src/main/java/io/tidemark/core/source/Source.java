package io.tidemark.core.source;

import io.tidemark.core.codec.Codec;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Where elements come from: a fixed number of partitions, each replayable. Immutable; a connector
 * implements it.
 *
 * @param <T> the type of the elements
 */
public interface Source<T> {
  /**
   * Names of the partitions, in canonical order; the place in the list is the partition's index.
   */
  List<String> partitions();

  /** Opens a partition by its index, from 0. The caller closes the reader. */
  PartitionReader open(int partition) throws IOException;

  /**
   * Whether the source goes on growing: it has no end, and the wall clock can tell arrival. Here it
   * does not.
   */
  default boolean follows() {
    return false;
  }

  /**
   * Whether nothing is missing, by the wall clock, where a read finds nothing: as in a reference
   * table, of which the last version holds while there is no new one. Then a quiet partition of a
   * source that follows estimates its arrival clock by the wall clock itself. Here it does not: it
   * goes on from the last arrival.
   */
  default boolean isCompleteToNow() {
    return false;
  }

  /** Whether one partition reads several files, so that an offset names the file too; here not. */
  default boolean severalFiles() {
    return false;
  }

  /** The element as it stood in the source, for the diagnostic stream; here as it prints itself. */
  default String text(T element) {
    return element.toString();
  }

  /**
   * How elements become bytes, for journals and other nodes; empty where the source does not know,
   * and whoever describes the pipeline must say.
   */
  default Optional<Codec<T>> codec() {
    return Optional.empty();
  }
}
