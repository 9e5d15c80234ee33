package io.tidemark.runtime.entity;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.apache.pekko.persistence.PersistentRepr;
import org.apache.pekko.persistence.SelectedSnapshot;
import org.jspecify.annotations.Nullable;

/**
 * What the gated plugins keep, and how a test holds a write back or lets it fail. One for each
 * actor system, by a name in its configuration.
 */
public final class GatedStore {
  private static final Map<String, GatedStore> STORES = new ConcurrentHashMap<>();

  /** What becomes of one write. */
  enum Verdict {
    STORE,
    REJECT,
    FAIL,
    STORE_THEN_FAIL
  }

  private final Map<String, List<PersistentRepr>> events = new ConcurrentHashMap<>();
  private final Map<String, SelectedSnapshot> snapshots = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<CompletableFuture<Verdict>> gates =
      new ConcurrentLinkedQueue<>();
  private final AtomicInteger writes = new AtomicInteger();
  private volatile @Nullable RuntimeException replayFailure;
  private volatile CompletableFuture<Void> replayGate = CompletableFuture.completedFuture(null);
  private volatile boolean refusesSnapshots;

  public static GatedStore named(String name) {
    return STORES.computeIfAbsent(name, n -> new GatedStore());
  }

  /** The next write that comes waits for the test's verdict. */
  CompletableFuture<Verdict> holdNext() {
    CompletableFuture<Verdict> gate = new CompletableFuture<>();
    gates.add(gate);
    return gate;
  }

  public void failNext() {
    holdNext().complete(Verdict.FAIL);
  }

  void failReplays(@Nullable RuntimeException failure) {
    replayFailure = failure;
  }

  /** Replays wait from here on, until the gate is completed. */
  CompletableFuture<Void> holdReplays() {
    CompletableFuture<Void> gate = new CompletableFuture<>();
    replayGate = gate;
    return gate;
  }

  CompletableFuture<Void> replayGate() {
    return replayGate;
  }

  void refuseSnapshots() {
    refusesSnapshots = true;
  }

  int writes() {
    return writes.get();
  }

  List<Object> events(String persistenceId) {
    return replay(persistenceId, 1, Long.MAX_VALUE).stream()
        .map(repr -> repr.payload())
        .map(Object.class::cast)
        .toList();
  }

  Optional<SelectedSnapshot> snapshot(String persistenceId) {
    return Optional.ofNullable(snapshots.get(persistenceId));
  }

  void store(SelectedSnapshot snapshot) {
    if (refusesSnapshots) {
      throw new IllegalStateException("no snapshots today");
    }
    snapshots.put(snapshot.metadata().persistenceId(), snapshot);
  }

  <T> CompletableFuture<T> write(List<PersistentRepr> reprs, Function<Verdict, T> answer) {
    writes.incrementAndGet();
    CompletableFuture<Verdict> gate = gates.poll();
    if (gate == null) {
      gate = CompletableFuture.completedFuture(Verdict.STORE);
    }
    return gate.thenApply(
        verdict -> {
          if (verdict == Verdict.STORE || verdict == Verdict.STORE_THEN_FAIL) {
            reprs.forEach(this::store);
          }
          return answer.apply(verdict);
        });
  }

  private void store(PersistentRepr repr) {
    List<PersistentRepr> list =
        events.computeIfAbsent(repr.persistenceId(), id -> new ArrayList<>());
    synchronized (list) {
      list.add(repr);
    }
  }

  List<PersistentRepr> replay(String persistenceId, long from, long to) {
    RuntimeException failure = replayFailure;
    if (failure != null) {
      throw failure;
    }
    List<PersistentRepr> list = events.getOrDefault(persistenceId, List.of());
    synchronized (list) {
      return list.stream().filter(r -> r.sequenceNr() >= from && r.sequenceNr() <= to).toList();
    }
  }

  long highest(String persistenceId) {
    List<PersistentRepr> list = events.getOrDefault(persistenceId, List.of());
    synchronized (list) {
      return list.isEmpty() ? 0 : list.get(list.size() - 1).sequenceNr();
    }
  }
}
