package io.tidemark.core.message;

import org.jspecify.annotations.Nullable;

/**
 * An element where it is taken, with what places it among those of one time.
 *
 * @param input index of what it came from, in the order of the names
 * @param partition that it came from; 0 where it is a result
 * @param origin what its partition knows of it, where it was handed on with that
 * @param held the element
 */
public record Arrived(int input, int partition, @Nullable Origin origin, Object held) {
  /** The same place, with something that is taken in place of the element. */
  public Arrived with(Object taken) {
    return taken == held ? this : new Arrived(input, partition, origin, taken);
  }

  /** The order of two elements of one source and one time; 0 where they follow as they came. */
  static int comparePlaces(Arrived left, Arrived right) {
    int byPartition = Integer.compare(left.partition, right.partition);
    if (byPartition != 0 || left.origin == null || right.origin == null) {
      return byPartition;
    }
    int byOrigin = Origin.compare(left.origin, right.origin);
    return byOrigin == 0 && left.held instanceof Piece one && right.held instanceof Piece other
        ? Integer.compare(one.number(), other.number())
        : byOrigin;
  }
}
