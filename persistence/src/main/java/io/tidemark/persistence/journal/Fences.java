package io.tidemark.persistence.journal;

import io.tidemark.core.codec.Hash64;
import io.tidemark.persistence.journal.FenceRule.Fence;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The newest fence of every authority, in memory as a whole: there are as many as source
 * partitions. Not thread-safe: owned by the {@link Ledger}.
 */
final class Fences {
  private static final int RECORD_BYTES = 2 * Long.BYTES;

  private final Map<String, Long> stored = new HashMap<>();
  private final Map<String, Long> raised = new LinkedHashMap<>();

  /** Takes over what the store holds. */
  void load(Store store, Damage damage) {
    store.scan(
        Keys.firstFence(),
        Keys.afterFences(),
        (key, value) -> {
          String authority = Keys.nameIn(key);
          long fence =
              decode(authority, value)
                  .orElseThrow(
                      () -> damage.ofCommits("fence of authority=" + authority + " is unreadable"));
          stored.put(authority, fence);
          return true;
        });
  }

  /**
   * Checks the claims of one write in their order.
   *
   * @return the newest fences after the write; nothing is changed yet
   * @throws JournalException.Refused for a claim that is not the newest
   */
  Map<String, Long> check(String entity, List<Fence> claims) {
    if (claims.isEmpty()) {
      return Map.of();
    }
    Map<String, Long> after = new HashMap<>();
    for (Fence claim : claims) {
      Long current = after.getOrDefault(claim.authority(), newest(claim.authority()));
      boolean accepted =
          claim.raises()
              ? current == null || claim.fence() > current
              : current != null && claim.fence() == current;
      if (!accepted) {
        throw refused(entity, claim, current);
      }
      after.put(claim.authority(), claim.fence());
    }
    return after;
  }

  /** Makes this the authority's newest fence from the unfinished commit on. */
  void raise(String authority, long fence) {
    Long current = newest(authority);
    if (current == null || current != fence) {
      raised.put(authority, fence);
    }
  }

  /** The records that the unfinished commit changes; what they were before is known no longer. */
  Changes seal(BiConsumer<byte[], byte[]> put) {
    long digest = 0;
    int added = 0;
    for (Map.Entry<String, Long> fence : raised.entrySet()) {
      String authority = fence.getKey();
      byte[] record = encode(authority, fence.getValue());
      Long before = stored.put(authority, fence.getValue());
      digest += checksum(record);
      if (before == null) {
        added++;
      } else {
        digest -= checksum(encode(authority, before));
      }
      put.accept(Keys.fence(authority), record);
    }
    Changes changes = new Changes(raised.size(), added, digest);
    raised.clear();
    return changes;
  }

  /**
   * What a commit does to the fences.
   *
   * @param count records written
   * @param added records that were not there before
   * @param digest by how much the sum of the checksums changes
   */
  record Changes(int count, int added, long digest) {}

  private @Nullable Long newest(String authority) {
    Long pending = raised.get(authority);
    return pending == null ? stored.get(authority) : pending;
  }

  private static JournalException.Refused refused(
      String entity, Fence claim, @Nullable Long current) {
    return new JournalException.Refused(
        "write is fenced off: entity=%s, authority=%s, expected=%s %s, actual=%d; a newer owner is at work: stop this one"
            .formatted(
                entity,
                claim.authority(),
                claim.raises() ? "a fence above" : "the fence",
                current == null ? "(none yet)" : current,
                claim.fence()));
  }

  private static byte[] encode(String authority, long fence) {
    byte[] record = ByteBuffer.allocate(RECORD_BYTES).putLong(fence).array();
    ByteBuffer.wrap(record).putLong(Long.BYTES, checksum(authority, record));
    return record;
  }

  /** The checksum in which an encoded record ends. */
  static long checksum(byte[] encoded) {
    return ByteBuffer.wrap(encoded).getLong(Long.BYTES);
  }

  private static Optional<Long> decode(String authority, byte[] encoded) {
    return encoded.length == RECORD_BYTES && checksum(encoded) == checksum(authority, encoded)
        ? Optional.of(ByteBuffer.wrap(encoded).getLong())
        : Optional.empty();
  }

  /** Seeded with the name, inverted so that a fence differs from a head of the same name. */
  private static long checksum(String authority, byte[] record) {
    return Hash64.of(record, 0, Long.BYTES, ~Hash64.of(Keys.name(authority), 0));
  }
}
