package io.tidemark.persistence.journal;

import java.io.IOException;
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
 * <p>A refused request fails alone. When a commit fails, what is on the disk is unknown: the writer
 * fails everything from there on in the same words.
 */
final class CommitWriter {
  private static final Logger LOG = LoggerFactory.getLogger(CommitWriter.class);

  private final Ledger ledger;
  private final Disk disk;
  private final JournalSettings settings;
  private final String place;
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

  CommitWriter(Ledger ledger, Disk disk, JournalSettings settings, String place) {
    this.ledger = ledger;
    this.disk = disk;
    this.settings = settings;
    this.place = place;
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
      case CLOSED -> request.fail(new JournalException.Closed(place));
      case TOO_MANY, TOO_LARGE ->
          request.fail(
              new JournalException.Overrun(
                  "journal queue is full: directory=%s, limit %s, offered=%d bytes; lower the credits of the pipeline or raise the limit"
                      .formatted(place, queue.describe(), request.bytes())));
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
      List<Request<?>> accepted = new ArrayList<>(taken.size());
      for (Request<?> request : taken) {
        if (isCommitDue(request)) {
          commit(accepted);
        }
        carryOut(request, accepted);
      }
      commit(accepted);
    } catch (RuntimeException | Error e) {
      // A fault of the writer itself: whoever waits must hear of it.
      JournalException.Failed failed = fail(e);
      taken.forEach(request -> request.fail(failed));
    }
    queue.release(taken);
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
      request.fail(e);
    } catch (RuntimeException | Error e) {
      // Half a request may be in the batch: nothing of it may become durable.
      request.fail(fail(e));
    }
  }

  private void commit(List<Request<?>> accepted) {
    try {
      JournalException.Failed failed = failure;
      if (failed != null) {
        throw failed;
      }
      if (ledger.pendingBytes() > 0) {
        disk.checkRoom(ledger.pendingBytes());
        disk.committed(ledger.commit(settings.fsync()));
      }
      accepted.forEach(Request::succeed);
    } catch (JournalException.Failed e) {
      stop(e);
      accepted.forEach(request -> request.fail(e));
    } catch (IOException | RuntimeException | Error e) {
      JournalException.Failed failed = fail(e);
      accepted.forEach(request -> request.fail(failed));
    }
    accepted.clear();
  }

  private JournalException.Failed fail(Throwable cause) {
    JournalException.Failed failed =
        new JournalException.Failed(
            "journal cannot be written any more: directory=%s, reason=%s; put that right, then start again"
                .formatted(place, cause),
            cause);
    return stop(failed);
  }

  private JournalException.Failed stop(JournalException.Failed reason) {
    if (failure == null) {
      Throwable cause = reason.getCause();
      boolean outside = cause instanceof IOException || cause instanceof Store.StoreFailure;
      // Of a failure outside, the message says all; a fault of ours is looked for in the trace.
      LOG.error(reason.getMessage(), outside ? null : cause);
      failure = reason;
    }
    return reason;
  }
}
