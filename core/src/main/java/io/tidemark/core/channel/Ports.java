package io.tidemark.core.channel;

import io.tidemark.core.codec.Blob;
import io.tidemark.core.codec.ByteSink;
import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
import io.tidemark.core.entity.Step;
import io.tidemark.core.key.Groups;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Message;
import io.tidemark.core.message.Output;
import io.tidemark.core.message.OutputDigest;
import io.tidemark.core.time.Time;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where an entity's outputs leave: one port for each kind of output, each with its routes, and one
 * channel for each receiver.
 *
 * <p>Not thread-safe: owned by one entity.
 */
public final class Ports {
  /**
   * One kind of output.
   *
   * @param codec of the outputs' values, for the journal
   * @param routes where they go; none: they are not even recorded
   */
  public record Port(Codec<Object> codec, List<Route> routes) {
    /** Copies the routes. */
    public Port {
      routes = List.copyOf(routes);
    }

    private int receivers() {
      return routes.stream().mapToInt(route -> route.receivers().size()).sum();
    }
  }

  private final EntityId from;
  private final List<Port> ports;

  // Few, so that a receiver's channel is looked for, and small, since every substream has them.
  private final Outgoing[] channels;
  private final int[] portOf;
  private OutputDigest digest = OutputDigest.NONE;

  /**
   * Ports without an output.
   *
   * @param window the most items under way on each channel
   */
  public Ports(EntityId from, List<Port> ports, int window) {
    this.from = from;
    this.ports = List.copyOf(ports);
    List<Outgoing> opened = new ArrayList<>();
    int[] portOfOpened = new int[ports.stream().mapToInt(Port::receivers).sum()];
    for (int port = 0; port < ports.size(); port++) {
      for (Route route : ports.get(port).routes) {
        for (EntityId to : route.receivers()) {
          requireNew(to, opened);
          portOfOpened[opened.size()] = port;
          opened.add(new Outgoing(from, to, window));
        }
      }
    }
    this.channels = opened.toArray(new Outgoing[0]);
    this.portOf = portOfOpened;
  }

  private void requireNew(EntityId to, List<Outgoing> opened) {
    if (opened.stream().anyMatch(channel -> channel.to().equals(to))) {
      throw new IllegalArgumentException(to.name() + " receives from two ports of " + from.name());
    }
  }

  /** Whether anything listens at the port. */
  public boolean wanted(int port) {
    return !ports.get(port).routes.isEmpty();
  }

  /** Keeps outputs under one number and splits them among the port's receivers. */
  public void add(int port, long number, List<Output> outputs) {
    if (outputs.isEmpty()) {
      return;
    }
    for (Route route : ports.get(port).routes) {
      if (route instanceof Route.ToSink sink) {
        keep(sink.sink(), number, outputs);
      } else if (route instanceof Route.ToKeyGroups groups) {
        split(groups, number, outputs);
      }
    }
  }

  private void split(Route.ToKeyGroups route, long number, List<Output> outputs) {
    Map<Integer, List<Output>> parts = new HashMap<>();
    for (Output output : outputs) {
      Object key = route.key().apply(output.value());
      if (key instanceof Groups several) {
        for (int group = several.next(0); group >= 0; group = several.next(group + 1)) {
          parts.computeIfAbsent(group, g -> new ArrayList<>()).add(output);
        }
      } else if (key != KeySelector.NOWHERE) {
        int group = KeySelector.group(key, route.groups());
        parts.computeIfAbsent(group, g -> new ArrayList<>()).add(output);
      }
    }
    parts.forEach(
        (group, part) -> keep(new EntityId.KeyGroup(route.stream(), group), number, part));
  }

  private void keep(EntityId to, long number, List<Output> outputs) {
    long min = Time.MAX;
    long max = Time.MIN;
    for (Output output : outputs) {
      min = Math.min(min, output.timeMicros());
      max = Math.max(max, output.timeMicros());
    }
    channel(to).add(number, min, max, new Message.Outputs(outputs));
  }

  /** The channel to a receiver. */
  public Outgoing channel(EntityId to) {
    Outgoing channel = find(to);
    if (channel == null) {
      throw new IllegalArgumentException(from.name() + " has no channel to " + to.name());
    }
    return channel;
  }

  private @Nullable Outgoing find(EntityId to) {
    for (Outgoing channel : channels) {
      if (channel.to().equals(to)) {
        return channel;
      }
    }
    return null;
  }

  /** Sends what may leave. */
  public void send(long nowMicros, long generation, Step step) {
    for (Outgoing channel : channels) {
      channel.send(nowMicros, generation, step);
    }
  }

  /** Sends again what was not answered for a while. */
  public void resend(long nowMicros, long afterMicros, long generation, Step step) {
    for (Outgoing channel : channels) {
      channel.resend(nowMicros, afterMicros, generation, step);
    }
  }

  /** Takes a receiver's answer; whether anything moved. */
  public boolean acknowledge(Message.Ack ack, long generation) {
    Outgoing channel = find(ack.from());
    return channel != null
        && channel.acknowledge(ack.delivered(), ack.durable(), ack.generation() == generation);
  }

  /** A new generation: delivered falls back to durable everywhere. */
  public void fallBack() {
    for (Outgoing channel : channels) {
      channel.fallBack();
    }
  }

  /** The earliest time among outputs not delivered. */
  public long holdMicros() {
    long min = Time.MAX;
    for (Outgoing channel : channels) {
      min = Math.min(min, channel.holdMicros());
    }
    return min;
  }

  /** Whether some output is not delivered. */
  public boolean undelivered() {
    for (Outgoing channel : channels) {
      if (channel.undelivered()) {
        return true;
      }
    }
    return false;
  }

  /** How many outputs are not durable at their receivers, each counted once per receiver. */
  public long retained() {
    long size = 0;
    for (Outgoing channel : channels) {
      size += channel.retainedSize();
    }
    return size;
  }

  /** Those of {@link #retained} in items that end before the time. */
  public long retainedBefore(long micros) {
    long size = 0;
    for (Outgoing channel : channels) {
      size += channel.retainedBefore(micros);
    }
    return size;
  }

  /** Number of the oldest retained output of all channels, or 0. */
  public long oldest() {
    long oldest = 0;
    for (Outgoing channel : channels) {
      long number = channel.oldest();
      if (number != 0 && (oldest == 0 || number < oldest)) {
        oldest = number;
      }
    }
    return oldest;
  }

  /** How far each receiver is durable, to be recorded so that a restart need not send it again. */
  public List<Incoming.Position> durables() {
    List<Incoming.Position> positions = new ArrayList<>();
    for (Outgoing channel : channels) {
      if (channel.durable() > 0) {
        positions.add(new Incoming.Position(channel.to(), channel.durable()));
      }
    }
    return positions;
  }

  /** In recovery: how far receivers were durable. */
  public void replayDurables(List<Incoming.Position> positions) {
    for (Incoming.Position position : positions) {
      channel(position.from()).acknowledge(0, position.number(), false);
    }
  }

  /** Outputs that are about to be recorded, port by port, as bytes; the digest takes them in. */
  public Blob encode(List<List<Output>> byPort) {
    ByteSink out = new ByteSink(64);
    try {
      for (int port = 0; port < ports.size(); port++) {
        List<Output> outputs = wanted(port) ? byPort.get(port) : List.of();
        Bytes.writeVarInt(outputs.size(), out);
        for (Output output : outputs) {
          int from = out.size();
          writeOutput(port, output, out);
          digest = digest.plus(out.hash(from, port));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Blob.of(out);
  }

  /** What stands for all outputs that were recorded. */
  public OutputDigest digest() {
    return digest;
  }

  /** In recovery: what stood for them. */
  public void replayDigest(OutputDigest recorded) {
    digest = recorded;
  }

  /** What {@link #encode} encoded. */
  public List<List<Output>> decode(Blob blob) {
    return blob.decode(
        in -> {
          List<List<Output>> byPort = new ArrayList<>();
          for (int port = 0; port < ports.size(); port++) {
            byPort.add(readOutputs(port, in));
          }
          return byPort;
        });
  }

  /** The digest and all retained items, for a snapshot. */
  public void writeRetained(DataOutput out) throws IOException {
    digest.write(out);
    for (int i = 0; i < channels.length; i++) {
      Outgoing channel = channels[i];
      int port = portOf[i];
      Bytes.writeVarLong(channel.durable(), out);
      List<Long> numbers = new ArrayList<>();
      List<List<Output>> items = new ArrayList<>();
      channel.forEachRetained(
          (number, payload) -> {
            if (payload instanceof Message.Outputs outputs) {
              numbers.add(number);
              items.add(outputs.outputs());
            }
          });
      Bytes.writeVarInt(numbers.size(), out);
      for (int item = 0; item < numbers.size(); item++) {
        Bytes.writeVarLong(numbers.get(item), out);
        writeOutputs(port, items.get(item), out);
      }
    }
  }

  /** Reads what {@link #writeRetained} wrote. */
  public void readRetained(DataInput in) throws IOException {
    digest = OutputDigest.read(in);
    for (int i = 0; i < channels.length; i++) {
      Outgoing channel = channels[i];
      channel.acknowledge(0, Bytes.readVarLong(in), false);
      int items = Bytes.readVarInt(in);
      for (int item = 0; item < items; item++) {
        long number = Bytes.readVarLong(in);
        keep(channel.to(), number, readOutputs(portOf[i], in));
      }
    }
  }

  private void writeOutputs(int port, List<Output> outputs, DataOutput out) throws IOException {
    Bytes.writeVarInt(outputs.size(), out);
    for (Output output : outputs) {
      writeOutput(port, output, out);
    }
  }

  private void writeOutput(int port, Output output, DataOutput out) throws IOException {
    out.writeLong(output.timeMicros());
    ports.get(port).codec.write(output.value(), out);
  }

  private List<Output> readOutputs(int port, DataInput in) throws IOException {
    int size = Bytes.readVarInt(in);
    List<Output> outputs = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      long timeMicros = in.readLong();
      outputs.add(new Output(timeMicros, ports.get(port).codec.read(in)));
    }
    return outputs;
  }
}
