package io.tidemark.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.entity.Entity;
import io.tidemark.core.entity.Step;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Message;
import io.tidemark.core.message.Output;
import io.tidemark.runtime.channel.Envelope;
import io.tidemark.runtime.entity.PipelineNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;

/** Entities that count messages, each of which says whom it is for. */
public final class Postbox implements Quiet.Factory {
  private static final EntityId WRITER = new EntityId.Sink("writer");

  private final Map<EntityId, LongAdder> right = new ConcurrentHashMap<>();
  private final LongAdder wrong = new LongAdder();

  private static EntityId box(int index) {
    return new EntityId.KeyGroup("post", index);
  }

  @Override
  public Entity create(EntityId id) {
    LongAdder count = right.computeIfAbsent(id, i -> new LongAdder());
    return new Quiet() {
      @Override
      public Step receive(long nowMicros, Message message) {
        Message.Outputs outputs = (Message.Outputs) ((Message.Item) message).payload();
        (outputs.outputs().get(0).value().equals(id) ? count : wrong).increment();
        return new Step();
      }
    };
  }

  /** Sends to every entity from every thread, and waits until all has come. */
  void deliver(PipelineNode node, TestProbe<Envelope> probe, int ids, int threads, int each)
      throws InterruptedException {
    List<Thread> senders = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      Thread sender = new Thread(() -> send(node, probe, ids, each));
      senders.add(sender);
      sender.start();
    }
    for (Thread sender : senders) {
      sender.join();
    }
    probe.awaitAssert(
        Duration.ofSeconds(60),
        () -> {
          assertThat(total()).isEqualTo((long) ids * threads * each);
          return probe;
        });
    assertThat(wrong.sum()).isZero();
    assertThat(right.values())
        .filteredOn(count -> count.sum() > 0)
        .hasSize(ids)
        .allMatch(count -> count.sum() == (long) threads * each);
  }

  private long total() {
    return wrong.sum() + right.values().stream().mapToLong(LongAdder::sum).sum();
  }

  private static void send(PipelineNode node, TestProbe<Envelope> probe, int ids, int each) {
    for (int m = 1; m <= each; m++) {
      for (int i = 0; i < ids; i++) {
        node.peers()
            .send(
                new Envelope(
                    "test",
                    WRITER,
                    box(i),
                    probe.ref(),
                    new Message.Item(
                        WRITER, 1, m, m - 1, new Message.Outputs(List.of(new Output(m, box(i)))))));
      }
    }
  }
}
