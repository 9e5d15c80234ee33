package io.tidemark.core.partition;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
import io.tidemark.core.entity.Computation;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Output;
import io.tidemark.core.time.Time;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which partition each substream key of a source was met in, where the source promises that it is
 * one: a partition claims a key when it opens it, and a second claim breaks the promise. It runs in
 * key groups of its own and gives no outputs. Its state grows with the number of keys, as the
 * promise does.
 */
public final class KeyOwners implements Computation {
  /** A partition met a key. */
  public record Claim(Object key, int partition) {}

  /** How claims are written; the key first. */
  private record ClaimCodec(Codec<Object> keys) implements Codec<Object> {
    @Override
    public void write(Object value, DataOutput out) throws IOException {
      Claim claim = (Claim) value;
      keys.write(claim.key, out);
      Bytes.writeVarInt(claim.partition, out);
    }

    @Override
    public Claim read(DataInput in) throws IOException {
      Object key = keys.read(in);
      return new Claim(key, Bytes.readVarInt(in));
    }
  }

  /** The form of {@link Claim}s on keys of this form. */
  public static Codec<Object> claims(Codec<Object> keys) {
    return new ClaimCodec(keys);
  }

  private final String source;
  private final List<String> partitions;
  private final ClaimCodec form;
  private final Map<Object, Integer> owners = new HashMap<>();
  private final List<Claim> unrecorded = new ArrayList<>();
  private @Nullable String refusal;

  /**
   * No key was met.
   *
   * @param partitions their names
   * @param keys how keys are written
   */
  public KeyOwners(String source, List<String> partitions, Codec<Object> keys) {
    this.source = source;
    this.partitions = List.copyOf(partitions);
    this.form = new ClaimCodec(keys);
  }

  @Override
  public void accept(EntityId from, long assignedMicros, Object element) {
    Claim claim = (Claim) element;
    Integer owner = owners.putIfAbsent(claim.key, claim.partition);
    if (owner == null) {
      unrecorded.add(claim);
    } else if (owner != claim.partition && refusal == null) {
      int first = Math.min(owner, claim.partition);
      int second = Math.max(owner, claim.partition);
      refusal =
          "a key was met in two partitions, which confined promises not to happen: source="
              + source
              + ", key="
              + claim.key
              + ", partitions="
              + partitions.get(first)
              + " and "
              + partitions.get(second)
              + "; without confined the rows of both are counted together";
    }
  }

  @Override
  public @Nullable String refusal() {
    return refusal;
  }

  @Override
  public boolean isEmpty() {
    return true;
  }

  @Override
  public long nextDueMicros() {
    return Time.MAX;
  }

  @Override
  public long holdMicros() {
    return Time.MAX;
  }

  @Override
  public List<Output> fire(long progressMicros, int max) {
    return List.of();
  }

  @Override
  public int unrecorded() {
    return unrecorded.size();
  }

  @Override
  public void writeDelta(DataOutput out) throws IOException {
    write(unrecorded, out);
    unrecorded.clear();
  }

  @Override
  public void writeAll(DataOutput out) throws IOException {
    List<Claim> all = new ArrayList<>(owners.size());
    owners.forEach((key, partition) -> all.add(new Claim(key, partition)));
    write(all, out);
  }

  private void write(List<Claim> claims, DataOutput out) throws IOException {
    Bytes.writeVarInt(claims.size(), out);
    for (Claim claim : claims) {
      form.write(claim, out);
    }
  }

  @Override
  public void readInto(DataInput in) throws IOException {
    int size = Bytes.readVarInt(in);
    for (int i = 0; i < size; i++) {
      Claim claim = form.read(in);
      owners.put(claim.key, claim.partition);
    }
  }

  @Override
  public void fired(Output output) {
    throw new AssertionError("owners of keys give no outputs: " + output);
  }

  @Override
  public long discard() {
    return 0;
  }
}
