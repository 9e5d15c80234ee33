package io.tidemark.runtime.entity;

import io.tidemark.core.entity.Entity;
import io.tidemark.core.entity.Event;
import io.tidemark.core.entity.Step;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Message;
import io.tidemark.core.message.Output;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Adds up what its channel brings, one event for each item: small, but with everything that a shell
 * must get right. It changes its sum when an item comes, before the event is durable, and
 * acknowledges afterwards. A ping is answered with an ack that carries the sum as {@code durable}.
 *
 * <p>An item's value is an amount, or a word that says what to do.
 */
public final class Tally implements Entity {
  /** An amount was added. */
  public record Counted(long number, long amount) implements Event {}

  /** A new incarnation has begun. */
  public record Begun(long generation) implements Event {}

  private final EntityId self;
  private final int snapshotEvery;
  private final Queue<Object> heard = new ConcurrentLinkedQueue<>();
  private final Queue<Message> aside = new ConcurrentLinkedQueue<>();
  private long position;
  private long sum;
  private long generation;
  private int events;
  private final AtomicInteger restored = new AtomicInteger();
  private final AtomicInteger replayed = new AtomicInteger();
  private @Nullable Event writing;
  private Message.@Nullable Item last;
  private boolean again;

  public Tally(EntityId self, int snapshotEvery) {
    this.self = self;
    this.snapshotEvery = snapshotEvery;
  }

  static Message.Item item(EntityId from, long number, Object value) {
    return new Message.Item(
        from, 1, number, number - 1, new Message.Outputs(List.of(new Output(number, value))));
  }

  Queue<Object> heard() {
    return heard;
  }

  int restored() {
    return restored.get();
  }

  int replayed() {
    return replayed.get();
  }

  @Override
  public void restore(byte[] snapshot) {
    restored.incrementAndGet();
    ByteBuffer buffer = ByteBuffer.wrap(snapshot);
    position = buffer.getLong();
    sum = buffer.getLong();
    generation = buffer.getLong();
  }

  @Override
  public void replay(Event event) {
    replayed.incrementAndGet();
    if (event instanceof Counted counted) {
      position = counted.number;
      sum += counted.amount;
    } else if (event instanceof Begun begun) {
      generation = begun.generation;
    }
  }

  @Override
  public Step start(long nowMicros) {
    heard.add("start");
    return write(new Step(), new Begun(generation + 1));
  }

  @Override
  public Step receive(long nowMicros, Message message) {
    Step step = new Step();
    if (message instanceof Message.Item item) {
      return take(item, step);
    } else if (message instanceof Message.Ping) {
      return step.reply(ack());
    } else if (message instanceof Message.Feed feed) {
      heard.add(feed);
      if (feed.urge() == Message.Urge.PASSIVATE) {
        return step.add(new Step.Stop());
      }
      return step.reply(ack());
    } else if (message instanceof Message.Continue && !aside.isEmpty()) {
      return take((Message.Item) aside.remove(), step);
    }
    heard.add(message);
    return step;
  }

  private Step take(Message.Item item, Step step) {
    Object value = ((Message.Outputs) item.payload()).outputs().get(0).value();
    if (value instanceof Step.Effect effect) {
      return step.add(effect);
    } else if ("throw".equals(value)) {
      throw new IllegalStateException("two and two make five");
    } else if ("again".equals(value)) {
      return step.again();
    }
    if (item.number() != position + 1) {
      return step.reply(ack());
    }
    position = item.number();
    sum += (Long) value;
    last = item;
    return write(step, new Counted(item.number(), (Long) value));
  }

  private Step write(Step step, Event event) {
    if (writing != null) {
      throw new IllegalStateException("told something while writing " + writing);
    }
    writing = event;
    return step.persist(event);
  }

  @Override
  public Step tick(long nowMicros) {
    heard.add("tick");
    return new Step();
  }

  @Override
  public Step persisted(long nowMicros) {
    Event event = writing;
    writing = null;
    events++;
    Step step = new Step();
    if (event instanceof Begun begun) {
      generation = begun.generation;
      return step;
    }
    Message.Item item = last;
    if (item != null && item.number() % 10 == 7 && !again) {
      // A second event out of the first one's step, which adds nothing.
      again = true;
      step.reply(ack());
      return write(step, new Counted(position, 0));
    }
    if (again) {
      again = false;
      return step;
    }
    return step.reply(ack());
  }

  private Message.Ack ack() {
    return new Message.Ack(self, generation, position, sum);
  }

  @Override
  public boolean snapshotDue() {
    return events >= snapshotEvery;
  }

  @Override
  public byte[] snapshot() {
    events = 0;
    long generationAfter = writing instanceof Begun begun ? begun.generation : generation;
    return ByteBuffer.allocate(24).putLong(position).putLong(sum).putLong(generationAfter).array();
  }
}
