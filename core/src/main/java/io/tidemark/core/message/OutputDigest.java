package io.tidemark.core.message;

import io.tidemark.core.codec.Bytes;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * What stands for all outputs of an entity so far: how many there were, and the sum of a 64-bit
 * hash of each. The same whatever records they were split into, and in whatever order those of one
 * time came; each output carries its own place in the canonical order.
 *
 * <p>A sum of hashes, not their exclusive or, so that an output that comes twice shows. It finds
 * accidents, not forgeries. After Bellare and Micciancio, "A New Paradigm for Collision-Free
 * Hashing" (1997), without its cryptography.
 *
 * @param outputs how many
 * @param sum of the hashes, modulo 2^64
 */
public record OutputDigest(long outputs, long sum) {
  /** Of no output. */
  public static final OutputDigest NONE = new OutputDigest(0, 0);

  /** With one more output, by its hash. */
  public OutputDigest plus(long hash) {
    return new OutputDigest(outputs + 1, sum + hash);
  }

  /** Of the outputs of both. */
  public OutputDigest plus(OutputDigest other) {
    return new OutputDigest(outputs + other.outputs, sum + other.sum);
  }

  /** Writes it. */
  public void write(DataOutput out) throws IOException {
    Bytes.writeVarLong(outputs, out);
    out.writeLong(sum);
  }

  /** Reads what {@link #write} wrote. */
  public static OutputDigest read(DataInput in) throws IOException {
    return new OutputDigest(Bytes.readVarLong(in), in.readLong());
  }

  @Override
  public String toString() {
    return "%016x of %d".formatted(sum, outputs);
  }
}
