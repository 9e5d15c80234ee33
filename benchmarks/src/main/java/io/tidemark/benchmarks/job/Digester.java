package io.tidemark.benchmarks.job;

/** Collects rows into a {@link Digest}. Not thread-safe. */
public final class Digester {
  private long rows;
  private long sum;

  /** Adds one row of the result. */
  public void add(long windowEndMicros, long key, long count) {
    rows++;
    sum += mix(mix(mix(windowEndMicros) + key) + count);
  }

  /** The digest of the rows since the last call, which the next one does not hold again. */
  public Digest take() {
    Digest digest = new Digest(rows, sum);
    rows = 0;
    sum = 0;
    return digest;
  }

  // The finalizer of MurmurHash3.
  private static long mix(long bits) {
    long z = (bits ^ (bits >>> 33)) * 0xFF51AFD7ED558CCDL;
    z = (z ^ (z >>> 33)) * 0xC4CEB9FE1A85EC53L;
    return z ^ (z >>> 33);
  }
}
