package io.tidemark.core.partition;

import io.tidemark.core.entity.Limits;
import io.tidemark.core.message.Message;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * What a partition sends its awake keys: as much as each has room for, again where no answer came,
 * and a request to write where something has waited for long.
 */
final class KeyDelivery {
  private static final int MISSES_BEFORE_RESTART = 5;

  private final Limits limits;
  private final KeyTotals totals;

  /** Keys with something that is not durable, by when they were urged last. */
  private final KeyQueue dirty = new KeyQueue();

  /** Awake keys that have not spoken under the generation. */
  private final KeyQueue mute = new KeyQueue();

  KeyDelivery(Limits limits, KeyTotals totals) {
    this.limits = limits;
    this.totals = totals;
  }

  /** Recovery is complete: the key has to speak first. */
  void begin(KeyEntry entry, Turn turn) {
    mute.add(entry.mute);
    feed(entry, Message.Urge.NONE, turn);
  }

  /** Something was added for the key: it is sent as far as there is room. */
  void added(KeyEntry entry, Turn turn) {
    dirty.add(entry.dirty);
    entry.settle(totals);
    feedMore(entry, turn);
  }

  /** The key has spoken: it is sent what has room by now. */
  void heard(KeyEntry entry, Turn turn) {
    if (entry.isStale(turn.generation())) {
      mute.add(entry.mute);
    } else {
      mute.remove(entry.mute);
    }
    if (entry.isDirty()) {
      dirty.add(entry.dirty);
    } else {
      dirty.remove(entry.dirty);
    }
    entry.settle(totals);
    if (entry.hasUnsent()) {
      feedMore(entry, turn);
    }
  }

  /** The key's substream is started anew, with what is not durable. */
  void restart(KeyEntry entry, Turn turn) {
    entry.restart();
    mute.add(entry.mute);
    entry.settle(totals);
    feed(entry, Message.Urge.NONE, turn);
  }

  /** A new generation: the key has to speak under it. */
  void fallBack(KeyEntry entry, Turn turn) {
    entry.fallBack();
    if (entry.isUnknown() || entry.isStale(turn.generation())) {
      mute.add(entry.mute);
    }
    entry.settle(totals);
    feed(entry, Message.Urge.NONE, turn);
  }

  /** The key's rest is durable: its substream may stop. */
  void passivate(KeyEntry entry, Turn turn) {
    send(entry, List.of(), Message.Urge.PASSIVATE, turn);
    mute.remove(entry.mute);
    dirty.remove(entry.dirty);
  }

  /** Whether every awake key has spoken under the generation, where it has anything to say. */
  boolean allKnown() {
    return mute.isEmpty();
  }

  /** Sends again what was not answered, and asks the oldest unwritten keys to write. */
  void tick(Turn turn) {
    int budget = dirty.perTick(limits.keysPerTick());
    for (KeyEntry entry : mute) {
      budget -= again(entry, turn) ? 1 : 0;
    }
    List<KeyEntry> urged = new ArrayList<>();
    Iterator<KeyEntry> oldest = dirty.iterator();
    while (oldest.hasNext() && budget > 0) {
      KeyEntry entry = oldest.next();
      if (again(entry, turn)) {
        budget--;
      } else if (entry.isQuiet(turn.nowMicros(), limits.recordAfterMicros())) {
        feed(entry, Message.Urge.FLUSH, turn);
        urged.add(entry);
        budget--;
      }
    }
    // To the end of the queue, so that no key waits for ever behind one that does not get done.
    urged.forEach(entry -> dirty.addLast(entry.dirty));
  }

  /** Of very many substreams that begin, the last ones speak late; to begin anew is no help. */
  private long patienceMicros() {
    return limits.resendAfterMicros() * (1 + totals.waiting() / limits.keysPerTick());
  }

  private boolean again(KeyEntry entry, Turn turn) {
    long patienceMicros = patienceMicros();
    boolean silent =
        entry.isStale(turn.generation())
            && entry.isOverdueToSpeak(turn.nowMicros(), patienceMicros);
    if (!silent && !entry.isOverdue(turn.nowMicros(), patienceMicros)) {
      return false;
    }
    int misses = entry.miss();
    if (entry.statement() == null || misses > MISSES_BEFORE_RESTART) {
      restart(entry, turn);
    } else {
      feed(entry, Message.Urge.NONE, turn);
    }
    return true;
  }

  private void feed(KeyEntry entry, Message.Urge urge, Turn turn) {
    List<Message.FeedItem> items = entry.take(limits.window(), turn.nowMicros());
    entry.asked(turn.nowMicros());
    send(entry, items, urge, turn);
  }

  /** Sends what has room by now; nothing where the window is full of what was not answered. */
  private void feedMore(KeyEntry entry, Turn turn) {
    List<Message.FeedItem> items = entry.take(limits.window(), turn.nowMicros());
    if (!items.isEmpty()) {
      send(entry, items, Message.Urge.NONE, turn);
    }
  }

  private static void send(
      KeyEntry entry, List<Message.FeedItem> items, Message.Urge urge, Turn turn) {
    Message feed =
        new Message.Feed(
            turn.generation(), turn.fence(), entry.start(), entry.openedAt, items, urge);
    turn.step().send(entry.id, feed);
  }
}
