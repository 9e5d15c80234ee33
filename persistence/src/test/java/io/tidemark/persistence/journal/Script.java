package io.tidemark.persistence.journal;

import io.tidemark.persistence.journal.FenceRule.Fence;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import scala.concurrent.Future;
import scala.jdk.javaapi.FutureConverters;

/** Writes and reads a journal as the plugins do, without an actor system. */
record Script(Journal journal) {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  static byte[] event(String text) {
    return new EventRecord(0, "writer", "", payload(text), null).encode();
  }

  static byte[] snapshot(String text) {
    return new SnapshotRecord(payload(text), null).encode();
  }

  private static Serialized payload(String text) {
    return new Serialized(1, "text", text.getBytes(StandardCharsets.UTF_8));
  }

  private static String text(Serialized payload) {
    return new String(payload.bytes(), StandardCharsets.UTF_8);
  }

  static Append append(String entity, long first, String... texts) {
    return fenced(entity, first, List.of(), texts);
  }

  static Append fenced(String entity, long first, List<Fence> fences, String... texts) {
    List<byte[]> events = new ArrayList<>();
    for (String text : texts) {
      events.add(event(text));
    }
    return new Append(entity, first, events, fences);
  }

  Future<Void> submit(Append append) {
    return journal
        .writer()
        .submit(Request.action(append.bytes(), ledger -> true, ledger -> ledger.append(append)));
  }

  void write(String entity, long first, String... texts) {
    await(submit(append(entity, first, texts)));
  }

  void saveSnapshot(String entity, long number, String text) {
    byte[] record = snapshot(text);
    await(
        journal
            .writer()
            .submit(
                Request.action(
                    record.length,
                    ledger -> ledger.isLinkKnown(entity, number),
                    ledger -> ledger.saveSnapshot(entity, number, 1, record, false))));
  }

  long highest(String entity) {
    return await(
        journal.writer().submit(Request.question(ledger -> ledger.head(entity).highest())));
  }

  /** What an entity recovers: its newest snapshot, if any, and the events after it. */
  List<String> recover(String entity) {
    List<String> found = new ArrayList<>();
    Head head = await(journal.writer().submit(Request.question(ledger -> ledger.head(entity))));
    long from = 1;
    if (!head.snapshots().isEmpty()) {
      Head.Snapshot newest = head.snapshots().get(head.snapshots().size() - 1);
      found.add("snapshot " + text(new Snapshots(journal).read(entity, newest).payload()));
      from = newest.number() + 1;
    }
    found.addAll(replay(entity, from));
    return found;
  }

  List<String> replay(String entity, long from) {
    List<String> found = new ArrayList<>();
    EventChain events = new EventChain(journal, entity, from, Long.MAX_VALUE);
    while (events.hasNext()) {
      for (EventChain.Numbered event : events.page(7, 1 << 20)) {
        found.add(text(EventRecord.decode(event.bytes()).payload()));
      }
    }
    return found;
  }

  static <T> T await(Future<T> future) {
    try {
      return FutureConverters.asJava(future)
          .toCompletableFuture()
          .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new AssertionError(e);
    } catch (InterruptedException | TimeoutException e) {
      throw new AssertionError(e);
    }
  }
}
