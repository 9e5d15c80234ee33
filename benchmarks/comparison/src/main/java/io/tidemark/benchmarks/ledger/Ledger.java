package io.tidemark.benchmarks.ledger;

import io.tidemark.benchmarks.job.Digest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Stands in for the outside system a transactional sink writes to: it takes each transaction once,
 * however often it is committed, and keeps the digest of its rows.
 *
 * <p>Engines build their sinks from serialized copies, in this JVM, so that a sink finds its ledger
 * by name in a static map. Thread-safe.
 */
public final class Ledger implements AutoCloseable {
  private static final Map<String, Ledger> OPEN = new ConcurrentHashMap<>();
  private static final AtomicLong OPENED = new AtomicLong();

  private final String name;
  private final Map<String, Digest> transactions = new ConcurrentHashMap<>();
  private final CountDownLatch hasRows = new CountDownLatch(1);

  private Ledger(String name) {
    this.name = name;
  }

  /** Opens an empty ledger; the caller closes it. */
  public static Ledger open() {
    Ledger ledger = new Ledger("ledger-" + OPENED.incrementAndGet());
    OPEN.put(ledger.name, ledger);
    return ledger;
  }

  /** The open ledger of that name. */
  public static Ledger named(String name) {
    Ledger ledger = OPEN.get(name);
    if (ledger == null) {
      throw new IllegalStateException("no ledger of this name is open: name=" + name);
    }
    return ledger;
  }

  /** By which a sink finds it. */
  public String name() {
    return name;
  }

  /**
   * Commits a transaction, or does nothing where it is committed already.
   *
   * @throws IllegalStateException where it was committed with other rows
   */
  public void commit(String transaction, Digest rows) {
    Digest committed = transactions.putIfAbsent(transaction, rows);
    if (committed != null && !committed.equals(rows)) {
      throw new IllegalStateException(
          "a transaction was committed with other rows: transaction="
              + transaction
              + ", before="
              + committed
              + ", now="
              + rows);
    }
    if (rows.rows() > 0) {
      hasRows.countDown();
    }
  }

  /** Waits until a row is committed. */
  public void awaitRows() throws InterruptedException {
    hasRows.await();
  }

  /** How many transactions are committed. */
  public int transactions() {
    return transactions.size();
  }

  /** The digest of all committed rows. */
  public Digest total() {
    return transactions.values().stream().reduce(Digest.EMPTY, Digest::plus);
  }

  @Override
  public void close() {
    OPEN.remove(name);
  }
}
