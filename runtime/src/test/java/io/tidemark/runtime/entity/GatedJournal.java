package io.tidemark.runtime.entity;

import com.typesafe.config.Config;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.StreamSupport;
import org.apache.pekko.dispatch.Futures;
import org.apache.pekko.persistence.AtomicWrite;
import org.apache.pekko.persistence.PersistentRepr;
import org.apache.pekko.persistence.journal.japi.AsyncWriteJournal;
import scala.concurrent.Future;
import scala.jdk.javaapi.CollectionConverters;
import scala.jdk.javaapi.FutureConverters;

/** A journal in memory whose writes a test holds back: see {@link GatedStore}. */
public final class GatedJournal extends AsyncWriteJournal {
  private final GatedStore store;

  public GatedJournal(Config config) {
    store = GatedStore.named(config.getString("store"));
  }

  @Override
  public Future<Iterable<Optional<Exception>>> doAsyncWriteMessages(
      Iterable<AtomicWrite> messages) {
    List<AtomicWrite> writes = StreamSupport.stream(messages.spliterator(), false).toList();
    List<PersistentRepr> reprs = new ArrayList<>();
    writes.forEach(write -> reprs.addAll(CollectionConverters.asJava(write.payload())));
    return FutureConverters.asScala(store.write(reprs, verdict -> answer(verdict, writes.size())));
  }

  private static Iterable<Optional<Exception>> answer(GatedStore.Verdict verdict, int writes) {
    if (verdict == GatedStore.Verdict.FAIL || verdict == GatedStore.Verdict.STORE_THEN_FAIL) {
      throw new IllegalStateException("the disk is gone");
    }
    List<Optional<Exception>> answers = new ArrayList<>();
    for (int i = 0; i < writes; i++) {
      answers.add(
          verdict == GatedStore.Verdict.REJECT
              ? Optional.of(new IllegalStateException("a newer fence"))
              : Optional.empty());
    }
    return answers;
  }

  @Override
  public Future<Void> doAsyncDeleteMessagesTo(String persistenceId, long toSequenceNr) {
    return Futures.failed(new UnsupportedOperationException("nothing is deleted"));
  }

  @Override
  public Future<Void> doAsyncReplayMessages(
      String persistenceId,
      long fromSequenceNr,
      long toSequenceNr,
      long max,
      Consumer<PersistentRepr> replayCallback) {
    return FutureConverters.asScala(
        store
            .replayGate()
            .thenRun(
                () ->
                    store
                        .replay(persistenceId, fromSequenceNr, toSequenceNr)
                        .forEach(replayCallback)));
  }

  @Override
  public Future<Long> doAsyncReadHighestSequenceNr(String persistenceId, long fromSequenceNr) {
    return Futures.successful(store.highest(persistenceId));
  }
}
