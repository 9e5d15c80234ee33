package io.tidemark.persistence.journal;

import io.tidemark.core.codec.Hash64;
import io.tidemark.persistence.journal.FenceRule.Fence;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The newest fence of every authority, in memory as a whole: there are as many as source
 * partitions. On a shared store what is in memory is a cache: a claim is refused only after another
 * look, and one that is accepted is checked again by the commit.
 *
 * <p>Not thread-safe: owned by the {@link Ledger}.
 */
final class Fences {
  private static final int RECORD_BYTES = 2 * Long.BYTES;

  private final @Nullable Store shared;
  private final Damage damage;
  private final Map<String, Long> stored = new HashMap<>();
  private final Map<String, Long> raised = new LinkedHashMap<>();

  /** Authorities on whose stored fence the unfinished commit relies. */
  private final Set<String> claimed = new LinkedHashSet<>();

  private Fences(@Nullable Store shared, Damage damage) {
    this.shared = shared;
    this.damage = damage;
  }

  /** None yet, of a store that nobody else writes. */
  Fences() {
    this(null, Damage.inMemory());
  }

  /** Those of a store that others write too, read when they are needed. */
  static Fences shared(Store store, Damage damage) {
    return new Fences(store, damage);
  }

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
      String authority = claim.authority();
      Long current = after.containsKey(authority) ? after.get(authority) : newest(authority);
      if (!accepts(claim, current) && !after.containsKey(authority) && readAgain(authority)) {
        current = stored.get(authority);
      }
      if (!accepts(claim, current)) {
        throw refused(entity, claim, current);
      }
      after.put(authority, claim.fence());
    }
    return after;
  }

  private static boolean accepts(Fence claim, @Nullable Long current) {
    return claim.raises()
        ? current == null || claim.fence() > current
        : current != null && claim.fence() == current;
  }

  /** Lets the unfinished commit rely on this as the authority's newest fence, or make it that. */
  void raise(String authority, long fence) {
    Long current = newest(authority);
    if (current == null || current != fence) {
      raised.put(authority, fence);
    } else if (!raised.containsKey(authority)) {
      claimed.add(authority);
    }
  }

  /** Adds the records that the unfinished commit changes, and those it relies on. */
  Changes seal(Store.Batch batch) {
    long digest = 0;
    int added = 0;
    for (Map.Entry<String, Long> fence : raised.entrySet()) {
      String authority = fence.getKey();
      byte[] record = encode(authority, fence.getValue());
      Long before = stored.get(authority);
      byte[] replaced = before == null ? null : encode(authority, before);
      digest += checksum(record);
      if (replaced == null) {
        added++;
      } else {
        digest -= checksum(replaced);
      }
      batch.replace(Keys.fence(authority), replaced, record);
    }
    for (String authority : claimed) {
      Long fence = stored.get(authority);
      if (fence != null && !raised.containsKey(authority)) {
        batch.require(Keys.fence(authority), encode(authority, fence));
      }
    }
    return new Changes(raised.size(), added, digest);
  }

  /** The unfinished commit is written. */
  void settle() {
    stored.putAll(raised);
    raised.clear();
    claimed.clear();
  }

  /** The unfinished commit is not written after all: what it was decided on is read again. */
  void forget() {
    stored.keySet().removeAll(raised.keySet());
    stored.keySet().removeAll(claimed);
    raised.clear();
    claimed.clear();
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
    if (pending != null) {
      return pending;
    }
    if (!stored.containsKey(authority)) {
      readAgain(authority);
    }
    return stored.get(authority);
  }

  /** Looks into a shared store, unless the unfinished commit relies on what was there. */
  private boolean readAgain(String authority) {
    if (shared == null || raised.containsKey(authority) || claimed.contains(authority)) {
      return false;
    }
    try {
      byte[] record = shared.read(Keys.fence(authority));
      if (record == null) {
        stored.remove(authority);
      } else {
        stored.put(authority, decode(authority, record).orElseThrow(() -> unreadable(authority)));
      }
      return true;
    } catch (Store.StoreFailure e) {
      throw damage.ofCommits("fence of authority=" + authority + ", found=" + e.getMessage());
    }
  }

  private JournalException unreadable(String authority) {
    return damage.ofCommits("fence of authority=" + authority + " is unreadable");
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

  static Optional<Long> decode(String authority, byte[] encoded) {
    return encoded.length == RECORD_BYTES && checksum(encoded) == checksum(authority, encoded)
        ? Optional.of(ByteBuffer.wrap(encoded).getLong())
        : Optional.empty();
  }

  /** Seeded with the name, inverted so that a fence differs from a head of the same name. */
  private static long checksum(String authority, byte[] record) {
    return Hash64.of(record, 0, Long.BYTES, ~Hash64.of(Keys.name(authority), 0));
  }
}
