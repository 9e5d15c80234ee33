package io.tidemark.core.partition;

import io.tidemark.core.channel.Outgoing;
import io.tidemark.core.entity.Limits;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Message;
import io.tidemark.core.message.Output;
import io.tidemark.core.time.Time;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A partition's channels: to key groups and sinks of elements where there are no substreams, to the
 * sinks of diagnostics, and to whoever knows which partition a key belongs to. Substreams are fed
 * by the {@link KeyBook}.
 */
final class PartitionChannels {
  private final EntityId.Partition self;
  private final Limits limits;
  private final List<EntityId.Sink> diagnostics;
  private final @Nullable KeyClaims claims;
  private final Map<EntityId, Outgoing> channels = new LinkedHashMap<>();

  PartitionChannels(EntityId.Partition self, PartitionSettings settings) {
    this.self = self;
    this.limits = settings.limits();
    this.diagnostics = settings.diagnostics();
    this.claims =
        settings.owners() == null
            ? null
            : new KeyClaims(self, settings.owners(), settings.ownerGroups());
    if (claims != null) {
      claims.receivers().forEach(this::open);
    }
    settings.direct().forEach(direct -> direct.to().forEach(this::open));
    diagnostics.forEach(this::open);
  }

  private void open(EntityId to) {
    channels.put(to, new Outgoing(self, to, limits.window()));
  }

  private Outgoing channel(EntityId to) {
    Outgoing channel = channels.get(to);
    if (channel == null) {
      throw new AssertionError(self.name() + " has no channel to " + to.name());
    }
    return channel;
  }

  // ---- handing on

  /** Claims a key by the decision that is handed on next. */
  void claim(Object key) {
    if (claims != null) {
      claims.claim(key);
    }
  }

  /** Puts what comes of a decision, but for what is for substreams, into the channels. */
  void add(long number, Admitter.Admitted batch) {
    for (Admitter.GroupPart part : batch.groups()) {
      Message.Elements elements = new Message.Elements(part.elements());
      channel(part.to()).add(number, part.minMicros(), part.maxMicros(), elements);
    }
    if (!batch.diagnostics().isEmpty()) {
      long min = Time.MAX;
      long max = Time.MIN;
      for (Output output : batch.diagnostics()) {
        min = Math.min(min, output.timeMicros());
        max = Math.max(max, output.timeMicros());
      }
      for (EntityId.Sink sink : diagnostics) {
        channel(sink).add(number, min, max, new Message.Outputs(batch.diagnostics()));
      }
    }
    if (claims != null) {
      claims.hand(number, this::channel);
    }
  }

  void send(Turn turn) {
    for (Outgoing channel : channels.values()) {
      channel.send(turn.nowMicros(), turn.generation(), turn.step());
    }
  }

  void resend(Turn turn) {
    for (Outgoing channel : channels.values()) {
      channel.resend(turn.nowMicros(), limits.resendAfterMicros(), turn.generation(), turn.step());
    }
  }

  // ---- answers

  /** Takes an answer and sends what has room by then; whether anything moved. */
  boolean acknowledge(Message.Ack ack, Turn turn) {
    Outgoing channel = channels.get(ack.from());
    boolean own = ack.generation() == turn.generation();
    if (channel == null || !channel.acknowledge(ack.delivered(), ack.durable(), own)) {
      return false;
    }
    channel.send(turn.nowMicros(), turn.generation(), turn.step());
    return true;
  }

  /** In recovery: everything up to low-water is durable at every receiver. */
  void recovered(long lowWater) {
    channels.values().forEach(channel -> channel.acknowledge(0, lowWater, false));
  }

  /** A new generation: what was delivered and is not durable is sent again. */
  void fallBack() {
    channels.values().forEach(Outgoing::fallBack);
  }

  // ---- how far

  /** The number up to which, at most {@code upTo}, everything is durable at every receiver. */
  long durable(long upTo) {
    long durable = upTo;
    for (Outgoing channel : channels.values()) {
      if (channel.oldest() > 0) {
        durable = Math.min(durable, channel.oldest() - 1);
      }
    }
    return durable;
  }

  /** The earliest time that no receiver has yet; {@link Time#MAX} where there is none. */
  long holdMicros() {
    long min = Time.MAX;
    for (Outgoing channel : channels.values()) {
      min = Math.min(min, channel.holdMicros());
    }
    return min;
  }

  boolean anyUndelivered() {
    for (Outgoing channel : channels.values()) {
      if (channel.undelivered()) {
        return true;
      }
    }
    return false;
  }

  /** Elements that no receiver has in memory, those for sinks left out. */
  long inFlightElements() {
    long elements = 0;
    for (Outgoing channel : channels.values()) {
      elements += channel.to() instanceof EntityId.Sink ? 0 : channel.undeliveredSize();
    }
    return elements;
  }

  /** Elements that no receiver has in its journal, those for sinks left out. */
  long retainedElements() {
    long elements = 0;
    for (Outgoing channel : channels.values()) {
      elements += channel.to() instanceof EntityId.Sink ? 0 : channel.retainedSize();
    }
    return elements;
  }

  /** Diagnostics, and elements that are rows, that are not durable at their sinks. */
  long retainedRows() {
    long rows = 0;
    for (Outgoing channel : channels.values()) {
      rows += channel.to() instanceof EntityId.Sink ? channel.retainedSize() : 0;
    }
    return rows;
  }

  /** Those of {@link #retainedRows} that a sink can write at the progress. */
  long writableRows(long progressMicros) {
    long rows = 0;
    for (Outgoing channel : channels.values()) {
      rows += channel.to() instanceof EntityId.Sink ? channel.retainedBefore(progressMicros) : 0;
    }
    return rows;
  }
}
