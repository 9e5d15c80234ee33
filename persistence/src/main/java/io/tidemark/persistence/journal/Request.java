package io.tidemark.persistence.journal;

import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.pekko.dispatch.Futures;
import org.jspecify.annotations.Nullable;
import scala.concurrent.Future;
import scala.concurrent.Promise;

/**
 * Something the writer's thread does in its turn, answered once the commit it belongs to is
 * durable. One that changes nothing is thereby a barrier: it is answered after all writes before
 * it.
 *
 * @param <T> the answer
 */
final class Request<T> {
  private final int bytes;
  private final Predicate<Ledger> ready;
  private final Function<Ledger, T> work;
  private final Promise<T> answer = Futures.promise();
  private @Nullable T result;
  private @Nullable JournalException refusal;

  /**
   * A request that waits to be queued.
   *
   * @param bytes that it holds in memory while it waits
   * @param ready whether it can be done before the unfinished commit is written
   */
  Request(int bytes, Predicate<Ledger> ready, Function<Ledger, T> work) {
    this.bytes = bytes;
    this.ready = ready;
    this.work = work;
  }

  /** A request that changes the ledger and has nothing to tell. */
  static Request<Void> action(int bytes, Predicate<Ledger> ready, Consumer<Ledger> work) {
    return new Request<>(
        bytes,
        ready,
        ledger -> {
          work.accept(ledger);
          return nothing();
        });
  }

  /** A request that only asks, and so is a barrier. */
  static <T> Request<T> question(Function<Ledger, T> work) {
    return new Request<>(0, ledger -> true, work);
  }

  /** The only value of {@link Void}, which Pekko's futures want as if it were none. */
  @SuppressWarnings("NullAway")
  static Void nothing() {
    return null;
  }

  int bytes() {
    return bytes;
  }

  Future<T> future() {
    return answer.future();
  }

  boolean isReady(Ledger ledger) {
    return ready.test(ledger);
  }

  void carryOut(Ledger ledger) {
    refusal = null;
    result = work.apply(ledger);
  }

  /** What the ledger refused on the strength of a commit that is not written yet. */
  void refuseOnceCommitted(JournalException reason) {
    refusal = reason;
  }

  /** Answers as it was carried out last. */
  @SuppressWarnings("NullAway") // Set by carryOut; null only for Void.
  void answer() {
    if (refusal != null) {
      fail(refusal);
    } else {
      answer.trySuccess(result);
    }
  }

  /** Does nothing if the request is answered already. */
  void fail(Throwable reason) {
    answer.tryFailure(reason);
  }
}
