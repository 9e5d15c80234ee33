package io.tidemark.persistence.journal;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.concurrent.Future;

/**
 * The one thread that writes the journal.
 *
 * <p>It takes everything that waits, lets the {@link Ledger} judge it in order, writes it as one
 * batch, syncs, moves the {@link Mark} and answers. While a batch is being synced the next one
 * gathers, so that one sync serves all entities that were waiting: group commit, after DeWitt et
 * al., "Implementation Techniques for Main Memory Database Systems" (1984).
 *
 * <p>On a store that others write too, a commit can meet a {@link Store.Conflict}: what it was
 * decided on is read again and the same requests are decided again, in the same order. Those that
 * really come from a stale owner are then refused by the ledger, the others go through. Nothing is
 * answered before the commit it was decided for, a refusal neither.
 *
 * <p>A refused request fails alone. When a commit fails, what is on the disk is unknown: the writer
 * fails everything from there on in the same words.
 */
final class CommitWriter {
  private static final Logger LOG = LoggerFactory.getLogger(CommitWriter.class);

  /**
   * How often the same requests are decided. Each conflict takes another write of the same entities
   * by another owner, and an entity has one, now and then two for a moment.
   */
  static final int MOST_DECISIONS = 20;

  private final Ledger ledger;
  private final Disk disk;
  private final JournalSettings settings;
  private final String subject;
  private final RequestQueue queue;
  private final Thread thread;
  private volatile JournalException.@Nullable Failed failure;

  /** What a commit does beside the store; an in-memory journal has none of it. */
  interface Disk extends AutoCloseable {
    /**
     * Asks before a commit of so many bytes.
     *
     * @throws JournalException.Failed when there is no room
     */
    void checkRoom(int bytes);

    void committed(Commit commit) throws IOException;

    @Override
    void close() throws IOException;
  }

  /**
   * A writer that is not started yet.
   *
   * @param subject the journal in messages, such as {@code directory=/state/journal}
   */
  CommitWriter(Ledger ledger, Disk disk, JournalSettings settings, String subject) {
    this.ledger = ledger;
    this.disk = disk;
    this.settings = settings;
    this.subject = subject;
    this.queue = new RequestQueue(settings.queueWrites(), settings.queueBytes());
    this.thread = new Thread(this::run, "tidemark-journal-writer");
    this.thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Queues a request; a queue that is full fails it, because Pekko cannot be made to wait. */
  <T> Future<T> submit(Request<T> request) {
    JournalException.Failed failed = failure;
    if (failed != null) {
      request.fail(failed);
      return request.future();
    }
    switch (queue.offer(request)) {
      case TAKEN -> {}
      case CLOSED -> request.fail(new JournalException.Closed(subject));
      case TOO_MANY, TOO_LARGE ->
          request.fail(
              new JournalException.Overrun(
                  "journal queue is full: %s, limit %s, offered=%d bytes; lower the credits of the pipeline or raise the limit"
                      .formatted(subject, queue.describe(), request.bytes())));
    }
    return request.future();
  }

  /** Writes what is queued, lets nothing more in, and ends the thread. */
  void close() {
    queue.close();
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        // The native engine must not be closed under the writer, so the wait goes on.
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try (disk) {
      while (!queue.isDrained()) {
        writeNext();
      }
    } catch (IOException e) {
      fail(e);
    }
  }

  private void writeNext() {
    try {
      write(queue.takeAll());
    } catch (InterruptedException e) {
      // The loop goes on, so that what waits is answered: with this failure.
      fail(e);
    }
  }

  private void write(List<Request<?>> taken) {
    try {
      decide(taken, 1);
    } catch (RuntimeException | Error e) {
      // A fault of the writer itself: whoever waits must hear of it.
      JournalException.Failed failed = fail(e);
      taken.forEach(request -> request.fail(failed));
    }
    queue.release(taken);
  }

  private void decide(List<Request<?>> requests, int decision) {
    List<Request<?>> accepted = new ArrayList<>(requests.size());
    for (Request<?> request : requests) {
      if (isCommitDue(request)) {
        commit(accepted, decision);
      }
      carryOut(request, accepted);
    }
    commit(accepted, decision);
  }

  private boolean isCommitDue(Request<?> request) {
    if (failure != null || ledger.pendingBytes() == 0) {
      return false;
    }
    try {
      return ledger.pendingBytes() + request.bytes() > settings.commitBytes()
          || !request.isReady(ledger);
    } catch (JournalException e) {
      // It cannot be done either way, and will be told so in its turn.
      return false;
    }
  }

  private void carryOut(Request<?> request, List<Request<?>> accepted) {
    JournalException.Failed failed = failure;
    if (failed != null) {
      request.fail(failed);
      return;
    }
    try {
      request.carryOut(ledger);
      accepted.add(request);
    } catch (JournalException e) {
      if (ledger.isShared()) {
        request.refuseOnceCommitted(e);
        accepted.add(request);
      } else {
        request.fail(e);
      }
    } catch (RuntimeException | Error e) {
      // Half a request may be in the batch: nothing of it may become durable.
      request.fail(fail(e));
    }
  }

  private void commit(List<Request<?>> accepted, int decision) {
    try {
      JournalException.Failed failed = failure;
      if (failed != null) {
        throw failed;
      }
      if (ledger.pendingBytes() > 0) {
        disk.checkRoom(ledger.pendingBytes());
        disk.committed(ledger.commit(settings.fsync()));
      }
      accepted.forEach(Request::answer);
    } catch (Store.Conflict e) {
      ledger.forget(e);
      decideAgain(List.copyOf(accepted), decision, e);
    } catch (JournalException.Failed e) {
      stop(e);
      accepted.forEach(request -> request.fail(e));
    } catch (IOException | RuntimeException | Error e) {
      JournalException.Failed failed = fail(e);
      accepted.forEach(request -> request.fail(failed));
    }
    accepted.clear();
  }

  private void decideAgain(List<Request<?>> requests, int decision, Store.Conflict conflict) {
    if (decision < MOST_DECISIONS) {
      decide(requests, decision + 1);
      return;
    }
    JournalException.Refused refused =
        new JournalException.Refused(
            "write met another's each time it was tried: %s, tries=%d, %s; another node writes the same entities: stop one"
                .formatted(subject, decision, conflict.getMessage()));
    requests.forEach(request -> request.fail(refused));
  }

  private JournalException.Failed fail(Throwable cause) {
    JournalException.Failed failed =
        new JournalException.Failed(
            "journal cannot be written any more: %s, reason=%s; put that right, then start again"
                .formatted(subject, cause),
            cause);
    return stop(failed);
  }

  private JournalException.Failed stop(JournalException.Failed reason) {
    if (failure == null) {
      Throwable cause = reason.getCause();
      boolean outside =
          cause instanceof IOException
              || cause instanceof SQLException
              || cause instanceof Store.StoreFailure;
      // Of a failure outside, the message says all; a fault of ours is looked for in the trace.
      LOG.error(reason.getMessage(), outside ? null : cause);
      failure = reason;
    }
    return reason;
  }
}
