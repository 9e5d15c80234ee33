package io.tidemark.core.source;

/**
 * Where a record starts in its partition.
 *
 * @param file index, from 0, of the file among those the partition reads; 0 where there is one
 * @param position byte offset of the record's first byte, or any other number that grows within it
 */
public record Offset(int file, long position) implements Comparable<Offset> {
  /** The first record of a partition. */
  public static final Offset START = new Offset(0, 0);

  @Override
  public int compareTo(Offset other) {
    return file != other.file
        ? Integer.compare(file, other.file)
        : Long.compare(position, other.position);
  }
}
