package io.tidemark.persistence.journal;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.dispatch.Futures;
import org.apache.pekko.persistence.PersistentRepr;
import org.jspecify.annotations.Nullable;
import scala.Option;
import scala.concurrent.Future;
import scala.concurrent.Promise;

/**
 * Hands the events of one entity to Pekko, which takes them without back-pressure: so a page at a
 * time, and another task in between, that many recoveries share the threads.
 */
final class Replay implements Runnable {
  private final Source source;
  private final Supplier<EventChain> start;
  private final Consumer<PersistentRepr> receiver;
  private final Promise<Void> done = Futures.promise();
  private @Nullable EventChain events;
  private long remaining;

  /**
   * Whose events, and how they are read.
   *
   * @param executor may be blocked by reads
   * @param pageEvents events read at a time
   * @param pageBytes bytes read at a time, about
   */
  record Source(
      String entity, PayloadCodec codec, Executor executor, int pageEvents, int pageBytes) {}

  /**
   * A replay that is not started yet.
   *
   * @param start called on the executor, since it reads
   */
  Replay(Source source, Supplier<EventChain> start, long max, Consumer<PersistentRepr> receiver) {
    this.source = source;
    this.start = start;
    this.remaining = max;
    this.receiver = receiver;
  }

  Future<Void> start() {
    source.executor.execute(this);
    return done.future();
  }

  @Override
  public void run() {
    try {
      EventChain chain = events == null ? start.get() : events;
      events = chain;
      if (remaining > 0 && chain.hasNext()) {
        int count = (int) Math.min(remaining, source.pageEvents);
        handOver(chain.page(count, source.pageBytes));
      }
      if (remaining > 0 && chain.hasNext()) {
        source.executor.execute(this);
      } else {
        done.success(Request.nothing());
      }
    } catch (RuntimeException e) {
      done.failure(e);
    }
  }

  private void handOver(List<EventChain.Numbered> page) {
    for (EventChain.Numbered event : page) {
      receiver.accept(decode(event));
    }
    remaining -= page.size();
  }

  private PersistentRepr decode(EventChain.Numbered event) {
    try {
      EventRecord record = EventRecord.decode(event.bytes());
      PersistentRepr repr =
          PersistentRepr.apply(
                  source.codec.decode(record.payload()),
                  event.number(),
                  source.entity,
                  record.adapterManifest(),
                  false,
                  ActorRef.noSender(),
                  record.writer())
              .withTimestamp(record.timestampMillis());
      Serialized metadata = record.metadata();
      return metadata == null ? repr : repr.withMetadata(source.codec.decode(metadata));
    } catch (RuntimeException e) {
      throw new IllegalStateException(
          "event cannot be decoded: entity=%s, event=%d, reason=%s; is its serializer configured?"
              .formatted(source.entity, event.number(), e.getMessage()),
          e);
    }
  }

  /** The metadata of an event or a snapshot, if it has any. */
  static @Nullable Serialized encodeMetadata(PayloadCodec codec, Option<Object> metadata) {
    return metadata.isDefined() ? codec.encode(metadata.get()) : null;
  }
}
