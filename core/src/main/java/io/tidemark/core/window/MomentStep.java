package io.tidemark.core.window;

import io.tidemark.core.key.KeySelector;
import io.tidemark.core.time.Time;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Windowed aggregation over windows that depend on the order of a key's elements in time: sliding
 * and count windows, sessions with a maximum.
 *
 * <p>For each key and each distinct time, its moments, there is an accumulator; elements of one
 * time are accumulated as they come. Windows are read off the moments that progress has passed,
 * which is all they depend on, so no element has to wait. An element costs a look-up of its key and
 * one among its moments; a row, a merge for each moment in its window, or, where all aggregates
 * have a {@link Retraction}, for each that entered or left since the row before; the next window of
 * a key is looked for again after its elements changed, which for a session takes a pass over it.
 */
final class MomentStep<K, T> implements Windowing<K, T> {
  private final String stream;
  private final MomentRule rule;
  private final KeySelector<T, K> keys;
  private final Aggregate<T, Object> aggregate;
  private final @Nullable Retraction<Object> retraction;
  private final int width;
  private final MomentStateFormat<K> format;
  private final Map<K, KeyMoments<K>> all = new HashMap<>();

  /** Those with a next window, by its row. */
  private final TreeSet<KeyMoments<K>> rows;

  /** Those whose first moment expires. */
  private final TreeSet<KeyMoments<K>> expiring;

  /** Those whose next window is to be looked for. */
  private final List<KeyMoments<K>> stale = new ArrayList<>();

  private int changed;

  /** Elements below this time would come too late; the largest progress that fired. */
  private long closedMicros = Time.MIN;

  MomentStep(
      String stream,
      MomentRule rule,
      KeySelector<T, K> keys,
      List<? extends Aggregate<? super T, ?>> aggregates) {
    this.stream = stream;
    this.rule = rule;
    this.keys = keys;
    this.width = aggregates.size();
    this.aggregate = Composite.of(aggregates);
    this.retraction = rule instanceof MomentRule.OfSessions ? null : aggregate.retraction();
    this.format = new MomentStateFormat<>(keys, aggregate.codec(), width);
    Comparator<NextRow<K>> order = NextRow.order(keys.order());
    this.rows = new TreeSet<>((left, right) -> order.compare(rowOf(left), rowOf(right)));
    this.expiring =
        new TreeSet<>(
            Comparator.comparingLong((KeyMoments<K> of) -> of.expiresMicros)
                .thenComparing(of -> of.key, keys.order()));
  }

  private static <K> NextRow<K> rowOf(KeyMoments<K> of) {
    NextRow<K> row = of.row;
    if (row == null) {
      throw new AssertionError("a key without a next window is queued: " + of.key);
    }
    return row;
  }

  @Override
  public void accept(long assignedMicros, T element) {
    K key = keys.key().apply(element);
    if (key == null) {
      throw new IllegalStateException("an element without a key came to stream " + stream);
    }
    add(assignedMicros, key, element);
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
    KeyMoments<K> of = all.computeIfAbsent(key, KeyMoments::new);
    Moment moment = of.moments.get(micros);
    if (moment == null) {
      moment = new Moment(aggregate.create());
      of.put(micros, moment);
      markStale(of);
    }
    aggregate.add(moment.accumulated, element);
    if (!moment.changed) {
      moment.changed = true;
      of.changed++;
      changed++;
    }
  }

  private void markStale(KeyMoments<K> of) {
    if (!of.stale) {
      of.stale = true;
      stale.add(of);
    }
  }

  // ---- the next windows

  private void settle() {
    stale.forEach(this::findNext);
    stale.clear();
  }

  /** Puts the key where its moments have it, or out where it has none left. */
  private void findNext(KeyMoments<K> of) {
    if (of.row != null) {
      rows.remove(of);
    }
    if (of.expiresMicros != Time.MAX) {
      expiring.remove(of);
    }
    of.stale = false;
    of.row = null;
    of.expiresMicros = Time.MAX;
    of.found = of.moments.isEmpty() ? null : rule.next(of);
    dropExpired(of);
    if (of.moments.isEmpty()) {
      all.remove(of.key, of);
      return;
    }
    if (of.moments.firstKey() > of.doneMicros) {
      of.doneMicros = Time.MIN; // As if the key had come for the first time.
    }
    MomentRule.Found found = of.found;
    if (found != null) {
      long time = rule.timeMicros(found.startMicros(), found.endMicros());
      of.row = new NextRow<>(time, found.endMicros(), found.startMicros(), of.key);
      rows.add(of);
    }
    of.expiresMicros = rule.expiresMicros(of.moments.firstKey());
    if (of.expiresMicros != Time.MAX) {
      expiring.add(of);
    }
  }

  /** Drops moments that neither the next window needs nor one that an element may still make. */
  private void dropExpired(KeyMoments<K> of) {
    MomentRule.Found found = of.found;
    long needed = found == null ? Time.MAX : rule.neededFromMicros(found, of.moments);
    while (!of.moments.isEmpty()
        && of.moments.firstKey() < needed
        && rule.expiresMicros(of.moments.firstKey()) <= closedMicros) {
      changed -= of.dropThrough(of.moments.firstKey());
    }
  }

  private void expire() {
    while (!expiring.isEmpty() && expiring.first().expiresMicros <= closedMicros) {
      KeyMoments<K> of = expiring.first();
      long before = of.expiresMicros;
      findNext(of);
      if (of.expiresMicros == before) {
        // A row that has not fired needs it; when that fires, it is looked at again.
        expiring.remove(of);
        of.expiresMicros = Time.MAX;
      }
    }
  }

  @Override
  public boolean isEmpty() {
    settle();
    return rows.isEmpty();
  }

  @Override
  public long nextDueMicros() {
    settle();
    MomentRule.Found found = rows.isEmpty() ? null : rows.first().found;
    return found == null ? Time.MAX : found.dueMicros();
  }

  @Override
  public long holdMicros() {
    settle();
    return rows.isEmpty() ? Time.MAX : rowOf(rows.first()).timeMicros();
  }

  @Override
  public @Nullable NextRow<K> next(long progressMicros) {
    return nextDueMicros() > progressMicros || rows.isEmpty() ? null : rowOf(rows.first());
  }

  @Override
  public long resultTimeMicros(WindowResult<K> result) {
    return rule.timeMicros(result.startMicros(), result.endMicros());
  }

  @Override
  public List<WindowResult<K>> fire(long progressMicros, int maxRows) {
    settle();
    if (progressMicros > closedMicros) {
      closedMicros = progressMicros;
      expire();
    }
    if (progressMicros == Time.MAX) {
      // Nothing follows that would complete a window.
      List.copyOf(all.values()).forEach(this::findNext);
    }
    List<WindowResult<K>> results = new ArrayList<>();
    while (results.size() < maxRows && next(progressMicros) != null) {
      KeyMoments<K> of = rows.first();
      MomentRule.Found found = of.found;
      if (found != null) {
        results.add(result(of, found));
        pass(of, found.startMicros(), found.endMicros());
      }
    }
    return results;
  }

  /** The key's row of these bounds has fired. */
  private void pass(KeyMoments<K> of, long startMicros, long endMicros) {
    of.doneMicros = Math.max(of.doneMicros, rule.timeMicros(startMicros, endMicros));
    changed -= of.dropThrough(rule.neededAfterMicros(startMicros, endMicros));
    findNext(of);
  }

  @SuppressWarnings("unchecked")
  private WindowResult<K> result(KeyMoments<K> of, MomentRule.Found found) {
    Object total = total(of, found);
    try {
      Object result = aggregate.result(total);
      List<@Nullable Object> values =
          result != null && width > 1
              ? (List<@Nullable Object>) result
              : Collections.singletonList(result);
      return new WindowResult<>(found.startMicros(), found.endMicros(), of.key, values);
    } catch (SumOverflow overflow) {
      throw overflow.in(stream, found.startMicros(), found.endMicros(), of.key);
    }
  }

  private Object total(KeyMoments<K> of, MomentRule.Found found) {
    if (retraction != null) {
      RunningTotal running = of.running;
      if (running == null) {
        running = new RunningTotal(aggregate, retraction);
        of.running = running;
      }
      return running.over(of.moments, found.fromMicros(), found.toMicros());
    }
    Object total = aggregate.create();
    for (Moment moment :
        of.moments.subMap(found.fromMicros(), true, found.toMicros(), true).values()) {
      aggregate.merge(total, moment.accumulated);
    }
    return total;
  }

  // ---- the journal

  @Override
  public int unrecorded() {
    return changed;
  }

  @Override
  public void writeDelta(DataOutput out) throws IOException {
    settle();
    format.writeDelta(closedMicros, all.values(), out);
    changed = 0;
  }

  @Override
  public void writeAll(DataOutput out) throws IOException {
    settle();
    format.writeAll(closedMicros, all.values(), out);
  }

  @Override
  public void readInto(DataInput in) throws IOException {
    closedMicros = Math.max(closedMicros, format.read(all, in));
    List.copyOf(all.values()).forEach(this::findNext);
  }

  @Override
  public void remove(WindowResult<K> result) {
    KeyMoments<K> of = all.get(result.key());
    if (of != null) {
      pass(of, result.startMicros(), result.endMicros());
    }
  }

  @Override
  public int openEntries() {
    return all.values().stream().mapToInt(of -> of.moments.size()).sum();
  }

  @Override
  public long discard() {
    settle();
    long dropped = 0;
    while (!rows.isEmpty()) {
      KeyMoments<K> of = rows.first();
      MomentRule.Found found = of.found;
      if (found != null) {
        dropped++;
        pass(of, found.startMicros(), found.endMicros());
      }
    }
    all.clear();
    expiring.clear();
    changed = 0;
    return dropped;
  }
}
