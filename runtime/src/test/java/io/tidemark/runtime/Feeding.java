package io.tidemark.runtime;

import io.tidemark.core.entity.Entity;
import io.tidemark.core.entity.Step;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Message;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A partition that starts its one substream, lets it leave as soon as it has spoken, and starts it
 * again as soon as it has ended.
 */
public final class Feeding implements Quiet.Factory {
  private final EntityId.Substream substream;
  private final List<Message> endings = new CopyOnWriteArrayList<>();

  public Feeding(EntityId.Substream substream) {
    this.substream = substream;
  }

  public List<Message> endings() {
    return endings;
  }

  public List<EntityId.Member> members() {
    return List.of(substream.partition());
  }

  @Override
  public Entity create(EntityId id) {
    if (id instanceof EntityId.Partition) {
      return new Partition();
    }
    return id instanceof EntityId.Substream ? new Substream() : new Coordinator();
  }

  private static Message.Feed feed(long start, Message.Urge urge) {
    return new Message.Feed(1, 1, start, 1, List.of(), urge);
  }

  private final class Partition extends Quiet {
    private long running;

    @Override
    public Step receive(long nowMicros, Message message) {
      if (message instanceof Message.Ack) {
        return new Step().send(substream, feed(running, Message.Urge.PASSIVATE));
      }
      if (message instanceof Message.Ping && running > 0) {
        return new Step();
      }
      if (message instanceof Message.SubstreamEnded) {
        endings.add(message);
      }
      running++;
      return new Step().send(substream, feed(running, Message.Urge.NONE));
    }
  }

  private final class Substream extends Quiet {
    @Override
    public Step receive(long nowMicros, Message message) {
      Message.Feed feed = (Message.Feed) message;
      return feed.urge() == Message.Urge.PASSIVATE
          ? new Step().add(new Step.Stop())
          : new Step().reply(new Message.Ack(substream, 1, feed.start(), 0));
    }
  }

  private final class Coordinator extends Quiet {
    @Override
    public Step tick(long nowMicros) {
      return new Step().send(substream.partition(), new Message.Ping(1));
    }
  }
}
