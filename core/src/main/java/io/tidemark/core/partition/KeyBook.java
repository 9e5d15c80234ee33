package io.tidemark.core.partition;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
import io.tidemark.core.entity.Limits;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.KeyBytes;
import io.tidemark.core.message.KeyCounts;
import io.tidemark.core.message.Message;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A partition's open keys: who is awake, what each has said, when each must be woken, and what all
 * of them come to. Not thread-safe: owned by one partition.
 */
final class KeyBook {
  private final EntityId.Partition partition;
  private final @Nullable KeySelector<Object, Object> selector;
  private final Limits limits;
  private final Map<Object, KeyEntry> entries = new HashMap<>();

  /** Awake keys, by when something was sent to them last. */
  private final KeyQueue used = new KeyQueue();

  private final KeyDues dues = new KeyDues();
  private final KeyTotals totals = new KeyTotals();
  private final KeyDelivery delivery;
  private KeyCounts closed = KeyCounts.NONE;

  /** How many of the keys that the last batch had something for were open before it. */
  private int returning;

  /** No keys yet; there never will be any where the pipeline has no substreams. */
  KeyBook(EntityId.Partition partition, PartitionSettings settings) {
    this.partition = partition;
    this.selector = settings.substreams();
    this.limits = settings.limits();
    this.delivery = new KeyDelivery(limits, totals);
  }

  private Codec<Object> codec() {
    if (selector == null) {
      throw new AssertionError("a key is for substreams, and there are none");
    }
    return selector.codec();
  }

  @Nullable KeyEntry find(Object key) {
    return entries.get(key);
  }

  private @Nullable KeyEntry find(KeyBytes bytes) {
    return entries.get(bytes.decode(codec()));
  }

  /**
   * Opens and wakes the keys that a decision brings something for.
   *
   * @param opened takes the new keys
   * @param woken takes those that rested
   */
  void open(
      List<Admitter.KeyPart> parts, long decision, List<KeyBytes> opened, List<KeyBytes> woken) {
    if (parts.isEmpty()) {
      return;
    }
    returning = 0;
    for (Admitter.KeyPart part : parts) {
      KeyEntry entry = find(part.key());
      if (entry == null) {
        opened.add(open(part.key(), decision).id.key());
      } else {
        wake(entry, woken);
        returning++;
      }
    }
  }

  /** Wakes keys that rest. */
  static void wake(List<KeyEntry> due, List<KeyBytes> woken) {
    due.forEach(entry -> wake(entry, woken));
  }

  private static void wake(KeyEntry entry, List<KeyBytes> woken) {
    if (!entry.isAwake()) {
      entry.wake();
      woken.add(entry.id.key());
    }
  }

  private KeyEntry open(Object key, long decision) {
    KeyBytes bytes = KeyBytes.of(key, codec());
    KeyEntry entry = KeyEntry.opened(new EntityId.Substream(partition, bytes), key, decision);
    entries.put(key, entry);
    return entry;
  }

  void replay(PartitionEvent.Decided decided) {
    for (KeyBytes bytes : decided.opened()) {
      recover(bytes, decided.decision().number());
    }
    for (KeyBytes bytes : decided.woken()) {
      KeyEntry entry = find(bytes);
      if (entry != null && !entry.isAwake()) {
        entry.wokenBefore();
      }
    }
  }

  private KeyEntry recover(KeyBytes bytes, long decision) {
    Object key = bytes.decode(codec());
    KeyEntry entry = KeyEntry.recovered(new EntityId.Substream(partition, bytes), key, decision);
    entries.put(key, entry);
    return entry;
  }

  void replay(PartitionEvent.Rested rested) {
    for (PartitionEvent.Rest rest : rested.keys()) {
      KeyEntry entry = find(rest.key());
      if (entry == null) {
        continue;
      }
      if (rest.closed()) {
        closed = closed.plus(rest.counts());
        entries.remove(entry.key);
      } else {
        entry.rest(rest);
      }
    }
  }

  /** Recovery is complete: every open key that does not rest has to speak first. */
  void recovered(Turn turn) {
    for (KeyEntry entry : entries.values()) {
      if (entry.isAwake()) {
        used.add(entry.used);
        delivery.begin(entry, turn);
      } else {
        dues.watch(entry);
      }
      entry.settle(totals);
    }
  }

  // ---- sending

  /** Sends a key its part of a batch, as far as there is room. */
  void hand(KeyEntry entry, long decision, Admitter.KeyPart part, Turn turn) {
    entry.add(decision * 2, part.elements(), part.holdMicros(), turn.nowMicros());
    sent(entry, turn);
  }

  /** Tells keys the floor at which something of theirs is due. */
  void tell(List<KeyEntry> due, long decision, long floorMicros, boolean sealed, Turn turn) {
    for (KeyEntry entry : due) {
      entry.addWake(decision * 2 + 1, floorMicros, sealed);
      sent(entry, turn);
    }
  }

  private void sent(KeyEntry entry, Turn turn) {
    used.addLast(entry.used);
    delivery.added(entry, turn);
  }

  /** Keys whose due time the floor has reached, and that can be woken. */
  List<KeyEntry> due(long floorMicros) {
    return dues.take(floorMicros, entry -> entries.get(entry.key) == entry);
  }

  // ---- hearing

  /**
   * Takes a statement, and sends the key what has room by then. Where a stranger spoke for the key,
   * its substream is started anew.
   *
   * @return whether it says anything new
   */
  boolean hear(Message.Statement statement, long floorMicros, Turn turn) {
    KeyEntry entry = find(statement.from().key());
    if (entry == null) {
      return false;
    }
    if (entry.isStranger(statement)) {
      delivery.restart(entry, turn);
      return false;
    }
    if (!entry.hear(statement, turn.generation(), floorMicros)) {
      return false;
    }
    delivery.heard(entry, turn);
    dues.watch(entry);
    return true;
  }

  /** An incarnation has ended: the next one is started with what is not durable. */
  void ended(EntityId.Substream id, long start, Turn turn) {
    KeyEntry entry = find(id.key());
    if (entry != null && entry.isAwake() && entry.start() == start) {
      delivery.restart(entry, turn);
    }
  }

  /** A new generation: every awake key has to speak under it. */
  void fallBack(Turn turn) {
    for (KeyEntry entry : entries.values()) {
      if (entry.isAwake()) {
        delivery.fallBack(entry, turn);
      }
    }
  }

  /** Sends again what was not answered, and asks the oldest unwritten keys to write. */
  void tick(Turn turn) {
    delivery.tick(turn);
  }

  // ---- resting

  /** Whether so many keys are in memory that they should make room. */
  boolean isCrowded() {
    return used.size() >= limits.liveKeys();
  }

  /** Keys that have been silent for long and ask to leave memory, oldest first. */
  List<PartitionEvent.Rest> resting(long nowMicros, long floorMicros) {
    List<PartitionEvent.Rest> rests = new ArrayList<>();
    Iterator<KeyEntry> oldest = used.iterator();
    long silenceMicros = isCrowded() ? 0 : limits.passivateAfterMicros();
    while (oldest.hasNext() && rests.size() < used.perTick(limits.keysPerTick())) {
      KeyEntry entry = oldest.next();
      if (nowMicros - entry.usedAtMicros() < silenceMicros) {
        break;
      }
      Message.Statement statement = entry.statement();
      if (statement != null && entry.mayRest(floorMicros)) {
        boolean close = statement.empty() && statement.watermarkMicros() <= floorMicros;
        rests.add(
            new PartitionEvent.Rest(
                entry.id.key(),
                close,
                statement.dueMicros(),
                statement.dueNever(),
                statement.holdMicros(),
                statement.counts()));
      }
    }
    return rests;
  }

  /** The keys' rest is durable: their substreams may stop. */
  void rest(List<PartitionEvent.Rest> rests, Turn turn) {
    for (PartitionEvent.Rest rest : rests) {
      KeyEntry entry = find(rest.key());
      if (entry == null) {
        continue;
      }
      delivery.passivate(entry, turn);
      used.remove(entry.used);
      entry.rest(rest);
      if (rest.closed()) {
        closed = closed.plus(rest.counts());
        entries.remove(entry.key);
        entry.leave(totals);
      } else {
        entry.settle(totals);
        dues.watch(entry);
      }
    }
  }

  // ---- all together

  /** Whether every awake key has spoken under the generation, where it has anything to say. */
  boolean allKnown() {
    return delivery.allKnown();
  }

  /** How many of the keys that the last batch had something for were open before it. */
  int returning() {
    return returning;
  }

  KeyTotals totals() {
    return totals;
  }

  /** How the elements of all keys fared, closed ones included, as far as they have said. */
  KeyCounts counts() {
    return closed.plus(totals.counts());
  }

  // ---- snapshot

  /** Writes the keys, where the pipeline has substreams. */
  void write(DataOutput out) throws IOException {
    if (selector == null) {
      return;
    }
    closed.write(out);
    Bytes.writeVarInt(entries.size(), out);
    for (KeyEntry entry : entries.values()) {
      entry.id.key().write(out);
      Bytes.writeVarLong(entry.openedAt, out);
      PartitionEvent.Rest rest = entry.isAwake() ? null : entry.rest();
      out.writeBoolean(rest != null);
      if (rest != null) {
        RestCodec.write(rest, out);
      }
    }
  }

  void read(DataInput in) throws IOException {
    if (selector == null) {
      return;
    }
    closed = KeyCounts.read(in);
    int size = Bytes.readVarInt(in);
    for (int i = 0; i < size; i++) {
      KeyBytes bytes = KeyBytes.read(in);
      KeyEntry entry = recover(bytes, Bytes.readVarLong(in));
      if (in.readBoolean()) {
        entry.rest(RestCodec.read(in));
      }
    }
  }
}
