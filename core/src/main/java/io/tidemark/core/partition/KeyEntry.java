package io.tidemark.core.partition;

import io.tidemark.core.message.AdmittedBatch;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.KeyCounts;
import io.tidemark.core.message.Message;
import io.tidemark.core.time.Time;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a partition knows of one of its open keys: what it sent, and the latest statement of the
 * newest incarnation.
 */
final class KeyEntry {
  final EntityId.Substream id;
  final Object key;
  final long openedAt;
  final KeyQueue.Place used = new KeyQueue.Place(this);
  final KeyQueue.Place dirty = new KeyQueue.Place(this);
  final KeyQueue.Place mute = new KeyQueue.Place(this);

  private final KeyFeed feed = new KeyFeed();
  private Message.@Nullable Statement statement;
  private PartitionEvent.@Nullable Rest rest;
  private boolean awake;
  private boolean unknown;
  private long start;
  private long sentAtMicros;
  private long usedAtMicros;
  private int silence;

  /** The due time that was marked last and has not come, where there is one. */
  private long watched;

  private boolean isWatched;

  /** Up to here an incarnation given up may record outputs that the newest knows nothing of. */
  private long doubted;

  /** What the newest word of the key said; an end of its incarnation takes none of it back. */
  private KeyCounts counts = KeyCounts.NONE;

  /** What the key has given to the totals. */
  private KeyTotals.Part part = KeyTotals.Part.NONE;

  private KeyEntry(EntityId.Substream id, Object key, long openedAt) {
    this.id = id;
    this.key = key;
    this.openedAt = openedAt;
    this.awake = true;
    this.start = 1;
  }

  /** A key that this incarnation of its partition opens. */
  static KeyEntry opened(EntityId.Substream id, Object key, long decision) {
    return new KeyEntry(id, key, decision);
  }

  /** A key that the journal shows as open: its substream has to speak first. */
  static KeyEntry recovered(EntityId.Substream id, Object key, long decision) {
    KeyEntry entry = new KeyEntry(id, key, decision);
    entry.unknown = true;
    return entry;
  }

  boolean isAwake() {
    return awake;
  }

  boolean isUnknown() {
    return unknown;
  }

  Message.@Nullable Statement statement() {
    return statement;
  }

  PartitionEvent.@Nullable Rest rest() {
    return rest;
  }

  long start() {
    return start;
  }

  long usedAtMicros() {
    return usedAtMicros;
  }

  /** Whether the newest statement is of an older generation, so that it may claim too much. */
  boolean isStale(long generation) {
    return statement != null && statement.generation() != generation;
  }

  /** The key leaves memory; everything sent to it is durable. */
  void rest(PartitionEvent.Rest newRest) {
    rest = newRest;
    counts = newRest.counts();
    statement = null;
    feed.clear();
    awake = false;
    unknown = false;
  }

  /** Data or a floor wakes the key: what is remembered holds until the new incarnation speaks. */
  void wake() {
    awake = true;
    start++;
    feed.begin();
    silence = 0;
  }

  /** In recovery: the key was woken, and its substream has to speak first. */
  void wokenBefore() {
    awake = true;
    unknown = true;
  }

  /** The incarnation is gone, or was never there: the next one has to speak first. */
  void restart() {
    doubted = Math.max(doubted, feed.lastNumber());
    start++;
    statement = null;
    unknown = true;
    silence = 0;
    feed.restart();
  }

  /** A new generation: what was delivered and is not durable is sent again. */
  void fallBack() {
    if (statement != null) {
      feed.fallBack(statement.durable());
    }
  }

  void add(long number, AdmittedBatch.Slice elements, long holdMicros, long nowMicros) {
    feed.add(number, elements, holdMicros);
    usedAtMicros = nowMicros;
  }

  void addWake(long number, long floorMicros, boolean sealed) {
    feed.addWake(number, floorMicros, sealed);
  }

  /** Whether something was sent, or waits to be, that no statement covers. */
  boolean isUnanswered() {
    return feed.isUnanswered();
  }

  boolean hasUnsent() {
    return feed.hasUnsent();
  }

  /** Whether something is not durable, here or downstream. */
  boolean isDirty() {
    return !feed.isEmpty() || (statement != null && statement.retained() > 0);
  }

  /** Whether the substream asks to leave memory, and knows all that was sent. */
  boolean mayRest(long floorMicros) {
    return awake
        && statement != null
        && statement.idle()
        && feed.isEmpty()
        && statement.position() >= feed.lastNumber()
        && (statement.dueNever() || statement.dueMicros() > floorMicros);
  }

  /**
   * Whether a statement is from another incarnation than the one heard under this start: that one
   * is gone, and with it what it had in memory.
   */
  boolean isStranger(Message.Statement news) {
    return awake
        && news.start() == start
        && statement != null
        && news.incarnation() != statement.incarnation();
  }

  /**
   * Takes a statement, unless it is of another incarnation or older than the one at hand.
   *
   * @param floorMicros what any wake so far has told at most
   */
  boolean hear(Message.Statement news, long generation, long floorMicros) {
    if (!awake
        || news.start() != start
        || (statement != null && news.sequence() <= statement.sequence())) {
      return false;
    }
    statement = news;
    counts = news.counts();
    rest = null;
    unknown = false;
    silence = 0;
    boolean own = news.generation() == generation;
    feed.answer(own ? news.position() : news.durable(), news.durable());
    // It has made everything of what it was given that any other could make, so either it has
    // recorded outputs, and the other's record is refused, or there are none.
    boolean notDue = dueNever() || dueMicros() > floorMicros;
    if (feed.answered() >= doubted || (!isUnanswered() && notDue)) {
      doubted = 0;
    }
    return true;
  }

  /** Something without an item was sent. */
  void asked(long nowMicros) {
    sentAtMicros = nowMicros;
  }

  /** The next items to send, at most {@code window} under way. */
  List<Message.FeedItem> take(int window, long nowMicros) {
    List<Message.FeedItem> items = feed.take(window);
    if (!items.isEmpty()) {
      sentAtMicros = nowMicros;
    }
    return items;
  }

  /** Whether an answer has been missing for the time. */
  boolean isOverdue(long nowMicros, long afterMicros) {
    return nowMicros - sentAtMicros >= afterMicros && (unknown || isUnanswered());
  }

  /** Whether all is answered, and nothing was sent for the time. */
  boolean isQuiet(long nowMicros, long forMicros) {
    return !unknown && !isUnanswered() && nowMicros - sentAtMicros >= forMicros;
  }

  /** Whether nothing was sent to the key for so long that it should be asked again to speak. */
  boolean isOverdueToSpeak(long nowMicros, long afterMicros) {
    return nowMicros - sentAtMicros >= afterMicros;
  }

  /** Counts a missing answer and prepares to send again; how often in a row. */
  int miss() {
    feed.sendAgain();
    return ++silence;
  }

  /** The earliest time the key may still bring, for its partition's report. */
  private long holdMicros() {
    long said = Time.MAX;
    if (statement != null) {
      said = statement.holdMicros();
    } else if (rest != null) {
      said = rest.holdMicros();
    }
    return Math.min(said, feed.holdMicros());
  }

  /** The number below which every output of the key is durable downstream; MAX: all are. */
  long outputLow() {
    long low = Time.MAX;
    if (statement != null && statement.retained() > 0) {
      low = statement.outputLow();
    }
    if (statement != null && doubted > 0) {
      low = Math.min(low, statement.durable());
    }
    long first = feed.firstUnanswered();
    return first == Time.MAX ? low : Math.min(low, first - 1);
  }

  /** Floor that must wake the key; MAX with {@link #dueNever}. */
  long dueMicros() {
    if (statement != null) {
      return statement.dueMicros();
    }
    return rest == null ? Time.MAX : rest.dueMicros();
  }

  boolean dueNever() {
    if (statement != null) {
      return statement.dueNever();
    }
    return rest == null || rest.dueNever();
  }

  /** Marks a due time; false: it is marked already. */
  boolean watch(long micros) {
    boolean news = !isWatched || watched != micros;
    isWatched = true;
    watched = micros;
    return news;
  }

  /** A mark has come. */
  void unwatch(long micros) {
    isWatched &= watched != micros;
  }

  /** Brings what all keys come to up to date with this one. */
  void settle(KeyTotals totals) {
    KeyTotals.Part now =
        new KeyTotals.Part(
            holdMicros(),
            outputLow(),
            feed.oldestDecision(),
            feed.elements(),
            feed.inFlight(),
            statement == null ? 0 : statement.retained(),
            unknown,
            counts);
    totals.replace(part, now);
    part = now;
  }

  /** Takes the key out of what all come to. */
  void leave(KeyTotals totals) {
    totals.replace(part, KeyTotals.Part.NONE);
    part = KeyTotals.Part.NONE;
  }
}
