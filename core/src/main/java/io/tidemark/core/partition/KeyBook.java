package io.tidemark.core.partition;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.entity.Limits;
import io.tidemark.core.entity.Step;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.KeyBytes;
import io.tidemark.core.message.KeyCounts;
import io.tidemark.core.message.Message;
import io.tidemark.core.time.Time;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A partition's open keys: who is awake, what each has said, when each must be woken, and the
 * minima over all of them.
 *
 * <p>Each minimum costs the logarithm of the number of keys per change, so that one busy key among
 * a million quiet ones is cheap. Not thread-safe: owned by one partition.
 */
final class KeyBook {
  private static final int MISSES_BEFORE_RESTART = 5;

  private record Due(long micros, KeyEntry entry) {}

  private final EntityId.Partition partition;
  private final KeySelector<Object, Object> selector;
  private final Limits limits;
  private final Map<Object, KeyEntry> entries = new HashMap<>();
  private final Set<KeyEntry> dirty = new LinkedHashSet<>();
  private final LinkedHashSet<KeyEntry> recent = new LinkedHashSet<>();
  private final Set<KeyEntry> unknown = new HashSet<>();
  private final Set<KeyEntry> mute = new LinkedHashSet<>();
  private final PriorityQueue<Due> dues =
      new PriorityQueue<>((a, b) -> Long.compare(a.micros, b.micros));
  private final LeastOf holds = new LeastOf();
  private final LeastOf outputs = new LeastOf();
  private final LeastOf decisions = new LeastOf();
  private KeyCounts closed = KeyCounts.NONE;
  private long retainedOutputs;
  private long sentSize;

  KeyBook(EntityId.Partition partition, KeySelector<Object, Object> selector, Limits limits) {
    this.partition = partition;
    this.selector = selector;
    this.limits = limits;
  }

  KeySelector<Object, Object> selector() {
    return selector;
  }

  @Nullable KeyEntry find(Object key) {
    return entries.get(key);
  }

  /** Opens a key by a decision of this incarnation. */
  KeyEntry open(Object key, long decision) {
    KeyEntry entry = KeyEntry.opened(identify(key), key, decision);
    entries.put(key, entry);
    return entry;
  }

  KeyBytes bytes(KeyEntry entry) {
    return entry.id.key();
  }

  private EntityId.Substream identify(Object key) {
    return new EntityId.Substream(partition, KeyBytes.of(key, selector.codec()));
  }

  // ---- recovery

  void replay(PartitionEvent.Decided decided) {
    for (KeyBytes bytes : decided.opened()) {
      recover(bytes, decided.decision().number());
    }
    for (KeyBytes bytes : decided.woken()) {
      KeyEntry entry = entries.get(bytes.decode(selector.codec()));
      if (entry != null && !entry.isAwake()) {
        entry.wokenBefore();
      }
    }
  }

  private KeyEntry recover(KeyBytes bytes, long decision) {
    Object key = bytes.decode(selector.codec());
    KeyEntry entry = KeyEntry.recovered(new EntityId.Substream(partition, bytes), key, decision);
    entries.put(key, entry);
    return entry;
  }

  void replay(PartitionEvent.Rested rested) {
    for (PartitionEvent.Rest rest : rested.keys()) {
      Object key = rest.key().decode(selector.codec());
      KeyEntry entry = entries.get(key);
      if (entry == null) {
        continue;
      }
      if (rest.closed()) {
        closed = closed.plus(rest.counts());
        entries.remove(key);
      } else {
        entry.rest(rest);
      }
    }
  }

  /** Recovery is complete: every open key that does not rest has to speak first. */
  void recovered(long nowMicros, long generation, long fence, Step step) {
    for (KeyEntry entry : entries.values()) {
      if (entry.isAwake()) {
        mute.add(entry);
        recent.add(entry);
        feed(entry, nowMicros, generation, fence, Message.Urge.NONE, step);
      } else {
        watchDue(entry);
      }
      settle(entry);
    }
  }

  // ---- sending

  void sent(KeyEntry entry) {
    dirty.add(entry);
    recent.remove(entry);
    recent.add(entry);
    settle(entry);
  }

  void grew(int elements) {
    sentSize += elements;
  }

  void feed(
      KeyEntry entry, long nowMicros, long generation, long fence, Message.Urge urge, Step step) {
    List<Message.FeedItem> items = entry.take(limits.window(), nowMicros);
    entry.asked(nowMicros);
    step.send(
        entry.id, new Message.Feed(generation, fence, entry.start(), entry.openedAt, items, urge));
  }

  /** Sends what has room by now; nothing where the window is full of what was not answered. */
  void feedMore(KeyEntry entry, long nowMicros, long generation, long fence, Step step) {
    List<Message.FeedItem> items = entry.take(limits.window(), nowMicros);
    if (!items.isEmpty()) {
      step.send(
          entry.id,
          new Message.Feed(
              generation, fence, entry.start(), entry.openedAt, items, Message.Urge.NONE));
    }
  }

  /**
   * Wakes resting keys, and awake ones that have answered everything, whose due time the floor has
   * reached.
   */
  List<KeyEntry> due(long floorMicros) {
    List<KeyEntry> due = new ArrayList<>();
    while (!dues.isEmpty() && dues.peek().micros <= floorMicros) {
      Due mark = dues.remove();
      KeyEntry entry = mark.entry;
      entry.unwatch(mark.micros);
      boolean current = entries.get(entry.key) == entry && !entry.dueNever();
      if (current && entry.dueMicros() == mark.micros && mayWake(entry)) {
        due.add(entry);
      }
    }
    return due;
  }

  private static boolean mayWake(KeyEntry entry) {
    return !entry.isAwake() || (!entry.isUnknown() && !entry.isUnanswered());
  }

  private void watchDue(KeyEntry entry) {
    if (!entry.dueNever() && entry.watch(entry.dueMicros())) {
      dues.add(new Due(entry.dueMicros(), entry));
    }
  }

  // ---- hearing

  /** Takes a statement; the key it is about, or null where it says nothing new. */
  @Nullable KeyEntry hear(Message.Statement statement, long generation, long floorMicros) {
    KeyEntry entry = entries.get(statement.from().key().decode(selector.codec()));
    if (entry == null) {
      return null;
    }
    int retainedBefore = retainedOf(entry);
    int sizeBefore = entry.sentSize();
    if (!entry.hear(statement, generation, floorMicros)) {
      return null;
    }
    retainedOutputs += retainedOf(entry) - retainedBefore;
    sentSize += entry.sentSize() - sizeBefore;
    if (entry.isStale(generation)) {
      mute.add(entry);
    } else {
      mute.remove(entry);
    }
    if (entry.isDirty()) {
      dirty.add(entry);
    } else {
      dirty.remove(entry);
    }
    settle(entry);
    watchDue(entry);
    return entry;
  }

  private static int retainedOf(KeyEntry entry) {
    Message.Statement statement = entry.statement();
    return statement == null ? 0 : statement.retained();
  }

  /** Starts a key's substream anew where a stranger spoke for it; whether one did. */
  boolean replaced(
      Message.Statement statement, long nowMicros, long generation, long fence, Step step) {
    KeyEntry entry = entries.get(statement.from().key().decode(selector.codec()));
    if (entry == null || !entry.isStranger(statement)) {
      return false;
    }
    restart(entry);
    feed(entry, nowMicros, generation, fence, Message.Urge.NONE, step);
    return true;
  }

  /** An incarnation has ended: the next one is started with what is not durable. */
  void ended(
      EntityId.Substream id, long start, long nowMicros, long generation, long fence, Step step) {
    KeyEntry entry = entries.get(id.key().decode(selector.codec()));
    if (entry != null && entry.isAwake() && entry.start() == start) {
      restart(entry);
      feed(entry, nowMicros, generation, fence, Message.Urge.NONE, step);
    }
  }

  private void restart(KeyEntry entry) {
    retainedOutputs -= retainedOf(entry);
    entry.restart();
    mute.add(entry);
    settle(entry);
  }

  /** A new generation: every awake key has to speak under it. */
  void fallBack(long nowMicros, long generation, long fence, Step step) {
    for (KeyEntry entry : entries.values()) {
      if (entry.isAwake()) {
        entry.fallBack();
        if (entry.isUnknown() || entry.isStale(generation)) {
          mute.add(entry);
        }
        settle(entry);
        feed(entry, nowMicros, generation, fence, Message.Urge.NONE, step);
      }
    }
  }

  /** Sends again what was not answered, and asks the oldest unwritten keys to write. */
  void tick(long nowMicros, long generation, long fence, Step step) {
    int budget = limits.keysPerTick();
    for (KeyEntry entry : mute) {
      budget -= again(entry, nowMicros, generation, fence, step) ? 1 : 0;
    }
    List<KeyEntry> urged = new ArrayList<>();
    Iterator<KeyEntry> oldest = dirty.iterator();
    while (oldest.hasNext() && budget > 0) {
      KeyEntry entry = oldest.next();
      if (again(entry, nowMicros, generation, fence, step)) {
        budget--;
      } else if (entry.isQuiet(nowMicros, limits.recordAfterMicros())) {
        feed(entry, nowMicros, generation, fence, Message.Urge.FLUSH, step);
        urged.add(entry);
        budget--;
      }
    }
    // To the end of the queue, so that no key waits for ever behind one that does not get done.
    dirty.removeAll(urged);
    dirty.addAll(urged);
  }

  private boolean again(KeyEntry entry, long nowMicros, long generation, long fence, Step step) {
    boolean silent = entry.isStale(generation) && entry.isOverdueToSpeak(nowMicros, limits);
    if (!silent && !entry.isOverdue(nowMicros, limits.resendAfterMicros())) {
      return false;
    }
    int misses = entry.miss();
    if (entry.statement() == null || misses > MISSES_BEFORE_RESTART) {
      restart(entry);
    }
    feed(entry, nowMicros, generation, fence, Message.Urge.NONE, step);
    return true;
  }

  // ---- resting

  /** Keys that have been silent for long and ask to leave memory, oldest first. */
  List<PartitionEvent.Rest> resting(long nowMicros, long floorMicros) {
    List<PartitionEvent.Rest> rests = new ArrayList<>();
    Iterator<KeyEntry> oldest = recent.iterator();
    while (oldest.hasNext() && rests.size() < limits.keysPerTick()) {
      KeyEntry entry = oldest.next();
      if (nowMicros - entry.usedAtMicros() < limits.passivateAfterMicros()) {
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
  void rest(List<PartitionEvent.Rest> rests, long generation, long fence, Step step) {
    for (PartitionEvent.Rest rest : rests) {
      Object key = rest.key().decode(selector.codec());
      KeyEntry entry = entries.get(key);
      if (entry == null) {
        continue;
      }
      step.send(
          entry.id,
          new Message.Feed(
              generation, fence, entry.start(), entry.openedAt, List.of(), Message.Urge.PASSIVATE));
      recent.remove(entry);
      mute.remove(entry);
      entry.rest(rest);
      if (rest.closed()) {
        closed = closed.plus(rest.counts());
        entries.remove(key);
        entry.leave(holds, outputs, decisions);
        unknown.remove(entry);
      } else {
        settle(entry);
        watchDue(entry);
      }
    }
  }

  // ---- minima

  /** Whether every awake key has spoken under the generation, where it has anything to say. */
  boolean allKnown() {
    return mute.isEmpty();
  }

  /** Whether some key has not spoken since its substream was started anew. */
  boolean anyUnknown() {
    return !unknown.isEmpty();
  }

  long holdMicros() {
    return holds.least();
  }

  long outputLow() {
    return outputs.least();
  }

  long oldestDecision() {
    return decisions.least();
  }

  long retainedOutputs() {
    return retainedOutputs;
  }

  long sentSize() {
    return sentSize;
  }

  int awake() {
    return recent.size();
  }

  int size() {
    return entries.size();
  }

  KeyCounts counts() {
    KeyCounts sum = closed;
    for (KeyEntry entry : entries.values()) {
      sum = sum.plus(entry.counts());
    }
    return sum;
  }

  private void settle(KeyEntry entry) {
    entry.settle(holds, outputs, decisions);
    if (entry.isUnknown()) {
      unknown.add(entry);
    } else {
      unknown.remove(entry);
    }
  }

  // ---- snapshot

  void write(DataOutput out) throws IOException {
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

  /** Whether progress is held by anything at all. */
  boolean isHeld() {
    return holds.least() != Time.MAX;
  }
}
