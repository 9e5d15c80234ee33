package io.tidemark.benchmarks.job;

/**
 * A result in two numbers, whatever the order of its rows: their count and the sum, modulo 2⁶⁴, of
 * a hash of each. A row lost, doubled or changed changes it, but for one chance in 2⁶⁴.
 */
public record Digest(long rows, long sum) {
  /** The digest of no row. */
  public static final Digest EMPTY = new Digest(0, 0);

  /** The digest of the rows of both. */
  public Digest plus(Digest other) {
    return new Digest(rows + other.rows, sum + other.sum);
  }

  @Override
  public String toString() {
    return rows + " rows, " + Long.toHexString(sum);
  }
}
