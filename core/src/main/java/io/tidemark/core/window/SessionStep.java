package io.tidemark.core.window;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.time.Time;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Windowed aggregation over {@link SessionWindows}. Elements are accumulated at once, whatever
 * their order: one that comes between two sessions makes them one, and {@link Aggregate}s can be
 * merged. Which elements are together depends on their times alone.
 *
 * <p>A session only ever grows, until it fires. So of two recorded states of it the one that covers
 * the other is later, and replaces it.
 */
final class SessionStep<K, T> implements Windowing<K, T> {
  /** Of the form in which sessions are written; panes have 1. */
  private static final int VERSION = 2;

  private final String stream;
  private final KeySelector<T, K> keys;
  private final Aggregate<T, Object> aggregate;
  private final int width;
  private final Comparator<Session<K>> order;
  private final OpenSessions<K> sessions;

  /** Those with the earliest end that are final and have not fired, in order. */
  private final ArrayDeque<Session<K>> firing = new ArrayDeque<>();

  /** What changed since the last delta; some of it may be gone. */
  private final List<Session<K>> fresh = new ArrayList<>();

  private int changed;

  /** Elements below this time would come too late; the largest progress that fired. */
  private long closedMicros = Time.MIN;

  SessionStep(
      String stream,
      SessionWindows windows,
      KeySelector<T, K> keys,
      List<? extends Aggregate<? super T, ?>> aggregates) {
    this.stream = stream;
    this.keys = keys;
    this.width = aggregates.size();
    this.aggregate = Composite.of(aggregates);
    this.sessions = new OpenSessions<>(windows.gapMicros());
    this.order =
        Comparator.comparingLong(sessions::endMicros)
            .thenComparingLong(session -> session.firstMicros)
            .thenComparing(session -> session.key, keys.order());
  }

  @Override
  public void accept(long assignedMicros, T element) {
    K key = keys.key().apply(element);
    if (key == null) {
      throw new IllegalStateException("an element without a key came to stream " + stream);
    }
    if (key != KeySelector.NOWHERE) {
      add(assignedMicros, key, element);
    }
  }

  @Override
  public void accept(long assignedMicros, K key, int hashCode, T element) {
    add(assignedMicros, key, element);
  }

  @Override
  @SuppressWarnings("unchecked")
  public void accept(long assignedMicros, long key, int hashCode, T element) {
    add(assignedMicros, (K) (Object) key, element);
  }

  private void add(long micros, K key, T element) {
    if (micros < closedMicros) {
      throw BrokenPromise.of(stream, closedMicros, micros);
    }
    Session<K> session = sessions.at(key, micros);
    if (session == null) {
      session = new Session<>(key, micros, micros, aggregate.create());
      sessions.add(session);
    } else {
      Session<K> touched = sessions.extend(session, micros);
      if (touched != null) {
        aggregate.merge(session.accumulated, touched.accumulated);
        remove(touched);
        session.firstMicros = touched.firstMicros;
      }
    }
    aggregate.add(session.accumulated, element);
    if (!session.changed) {
      session.changed = true;
      changed++;
      fresh.add(session);
    }
  }

  private void remove(Session<K> session) {
    sessions.remove(session);
    if (session.changed) {
      changed--;
    }
  }

  @Override
  public boolean isEmpty() {
    return sessions.size() == 0;
  }

  /** The end of what fires next. */
  private long firstEndMicros() {
    Session<K> next = firing.isEmpty() ? sessions.first() : firing.peek();
    return next == null ? Time.MAX : sessions.endMicros(next);
  }

  @Override
  public long nextDueMicros() {
    return Time.plus(firstEndMicros(), 1);
  }

  @Override
  public long holdMicros() {
    return isEmpty() ? Time.MAX : timeMicros(firstEndMicros());
  }

  /** Finite also where a session reaches beyond the axis, so that progress +∞ is beyond it. */
  private static long timeMicros(long endMicros) {
    return Math.min(endMicros, Time.MAX - 1);
  }

  @Override
  public long resultTimeMicros(WindowResult<K> result) {
    return timeMicros(result.endMicros());
  }

  @Override
  public List<WindowResult<K>> fire(long progressMicros, int maxRows) {
    closedMicros = Math.max(closedMicros, progressMicros);
    List<WindowResult<K>> results = new ArrayList<>();
    while (results.size() < maxRows && isDue(progressMicros)) {
      Session<K> session = firing.remove();
      results.add(result(session));
      remove(session);
    }
    return results;
  }

  /** Whether a session is final at the progress, and then is among those that fire next. */
  private boolean isDue(long progressMicros) {
    if (isEmpty() || nextDueMicros() > progressMicros) {
      return false;
    }
    if (firing.isEmpty()) {
      List<Session<K>> next = sessions.takeFirst();
      next.sort(order);
      firing.addAll(next);
    }
    return true;
  }

  @Override
  public @Nullable NextRow<K> next(long progressMicros) {
    Session<K> next = isDue(progressMicros) ? firing.peek() : null;
    if (next == null) {
      return null;
    }
    long end = sessions.endMicros(next);
    return new NextRow<>(timeMicros(end), end, next.firstMicros, next.key);
  }

  @SuppressWarnings("unchecked")
  private WindowResult<K> result(Session<K> session) {
    long end = sessions.endMicros(session);
    try {
      Object result = aggregate.result(session.accumulated);
      List<@Nullable Object> values =
          result != null && width > 1
              ? (List<@Nullable Object>) result
              : Collections.singletonList(result);
      return new WindowResult<>(session.firstMicros, end, session.key, values);
    } catch (SumOverflow overflow) {
      throw overflow.in(stream, session.firstMicros, end, session.key);
    }
  }

  // ---- the journal

  @Override
  public int unrecorded() {
    return changed;
  }

  @Override
  public void writeDelta(DataOutput out) throws IOException {
    List<Session<K>> standing = new ArrayList<>(changed);
    for (Session<K> session : fresh) {
      if (!session.gone) {
        session.changed = false;
        standing.add(session);
      }
    }
    fresh.clear();
    changed = 0;
    write(standing, out);
  }

  @Override
  public void writeAll(DataOutput out) throws IOException {
    List<Session<K>> all = sessions.all();
    all.sort(order);
    write(all, out);
  }

  private void write(List<Session<K>> written, DataOutput out) throws IOException {
    out.writeByte(VERSION);
    Bytes.writeVarInt(width, out);
    Bytes.writeVarInt(written.size(), out);
    for (Session<K> session : written) {
      keys.codec().write(session.key, out);
      out.writeLong(session.firstMicros);
      out.writeLong(session.lastMicros);
      aggregate.codec().write(session.accumulated, out);
    }
  }

  @Override
  public void readInto(DataInput in) throws IOException {
    int version = in.readByte();
    if (version != VERSION) {
      throw new IOException(
          "session state of another version: expected=" + VERSION + ", actual=" + version);
    }
    int aggregates = Bytes.readVarInt(in);
    if (aggregates != width) {
      throw new IOException(
          "session state of other aggregates: expected=" + width + ", actual=" + aggregates);
    }
    int count = Bytes.readVarInt(in);
    Codec<K> codec = keys.codec();
    for (int i = 0; i < count; i++) {
      K key = codec.read(in);
      long firstMicros = in.readLong();
      long lastMicros = in.readLong();
      sessions.within(key, firstMicros, lastMicros).forEach(sessions::remove);
      sessions.add(new Session<>(key, firstMicros, lastMicros, aggregate.codec().read(in)));
    }
  }

  @Override
  public void remove(WindowResult<K> result) {
    sessions
        .within(result.key(), result.startMicros(), result.endMicros())
        .forEach(sessions::remove);
  }

  @Override
  public int openEntries() {
    return sessions.size();
  }

  @Override
  public long discard() {
    long rows = sessions.size();
    sessions.clear();
    firing.clear();
    fresh.clear();
    changed = 0;
    return rows;
  }
}
