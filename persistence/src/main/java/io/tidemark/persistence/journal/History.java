package io.tidemark.persistence.journal;

import java.util.ArrayList;
import java.util.List;

/**
 * Events below an entity's snapshots that stay, for a replay to read: how many bytes of them there
 * are in the whole journal, and which go when these are too many.
 *
 * <p>The size is kept in each entity's {@link Head}, so that opening a journal counts nothing. The
 * entity that adds gives way with its own oldest events; so the sum is bound, whoever adds.
 *
 * <p>Not thread-safe: owned by the {@link Ledger}.
 */
final class History {
  private final Store store;
  private final long boundBytes;
  private long bytes;
  private long storedBytes;

  /**
   * The history as it is stored.
   *
   * @param bytes of all entities
   */
  History(Store store, long boundBytes, long bytes) {
    this.store = store;
    this.boundBytes = boundBytes;
    this.bytes = bytes;
    this.storedBytes = bytes;
  }

  /** The unfinished commit is written. */
  void settle() {
    storedBytes = bytes;
  }

  /** The unfinished commit is not written after all. */
  void forget() {
    bytes = storedBytes;
  }

  /** What a head becomes, and the events that go. */
  record Kept(Head head, List<byte[]> gone) {}

  /**
   * The entity's events up to the number are needed by no recovery any more.
   *
   * @param from the number before the first of them that was needed until now
   */
  Kept keep(byte[] entity, Head head, long from, long to) {
    Sizes added = new Sizes(Long.MAX_VALUE);
    scan(entity, Math.max(from, head.base()), to, added);
    boolean anew = from <= head.base();
    bytes += added.bytes - (anew ? head.history() : 0);
    Head kept = head.withHistory(added.bytes + (anew ? 0 : head.history()));
    if (bytes <= boundBytes) {
      return new Kept(kept, List.of());
    }
    Sizes gone = new Sizes(bytes - boundBytes);
    scan(entity, head.base(), to, gone);
    bytes -= gone.bytes;
    if (gone.keys.isEmpty()) {
      return new Kept(kept, List.of());
    }
    Head trimmed = kept.deletedTo(head.base() + gone.keys.size(), gone.link);
    return new Kept(trimmed.withHistory(kept.history() - gone.bytes), gone.keys);
  }

  private void scan(byte[] entity, long after, long to, Sizes sizes) {
    store.scan(Keys.event(entity, after + 1), Keys.event(entity, to + 1), sizes);
  }

  /** Adds up events until there are enough bytes. */
  private static final class Sizes implements Store.Visitor {
    private final long enough;
    private final List<byte[]> keys = new ArrayList<>();
    private long bytes;
    private long link;

    Sizes(long enough) {
      this.enough = enough;
    }

    @Override
    public boolean visit(byte[] key, byte[] value) {
      keys.add(key);
      bytes += value.length;
      link = EventRecord.link(value);
      return bytes < enough;
    }
  }
}
