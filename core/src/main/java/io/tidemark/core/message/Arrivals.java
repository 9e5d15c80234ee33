package io.tidemark.core.message;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a computation or sink reads, and the canonical order of what comes of it with one time: by
 * the name of the source or stream, then partition, file and offset; results of a stream in its own
 * order. Immutable; safe to use from any thread.
 */
public final class Arrivals {
  private final String owner;
  private final List<Input> inputs;
  private final Map<String, Integer> inputOf = new HashMap<>();

  /**
   * One of the things that are read.
   *
   * @param from name of the source or stream
   * @param senders what it comes from, for entities: the source, or the source in whose substreams
   *     the stream is computed, or the stream
   * @param codec of elements as they are held
   * @param order the canonical order of results of one time; null of a source, whose elements
   *     follow in the order of their partitions and, in each, as they come
   */
  public record Input(
      String from, String senders, Codec<Object> codec, @Nullable Comparator<Object> order) {
    /** The same where things are made of the elements, and taken in their place. */
    public Input of(@Nullable Pieces pieces) {
      return pieces == null
          ? this
          : new Input(
              from, senders, Piece.codec(codec, pieces), order == null ? null : Piece.order(order));
    }
  }

  /**
   * What is read.
   *
   * @param owner the stream or sink, for messages
   * @param inputs in the order of their names
   */
  public Arrivals(String owner, List<Input> inputs) {
    this.owner = owner;
    this.inputs = List.copyOf(inputs);
    for (int i = 0; i < inputs.size(); i++) {
      inputOf.put(inputs.get(i).senders, i);
    }
  }

  /**
   * An element that was handed on.
   *
   * @param value the element, with its origin or without
   * @throws IllegalArgumentException where nothing of the sender is read
   */
  public Arrived of(EntityId from, Object value) {
    Integer input = inputOf.get(EntityId.origin(from));
    if (input == null) {
      throw new IllegalArgumentException(owner + " reads nothing of " + from.name());
    }
    return value instanceof Placed placed
        ? new Arrived(input, partition(from), placed.origin(), placed.value())
        : new Arrived(input, partition(from), null, value);
  }

  private static int partition(EntityId from) {
    if (from instanceof EntityId.Partition partition) {
      return partition.index();
    }
    return from instanceof EntityId.Substream substream ? substream.partition().index() : 0;
  }

  /** The canonical order of two elements of one time; 0 where they follow as they came. */
  public int compare(Arrived left, Arrived right) {
    int byInput = Integer.compare(left.input(), right.input());
    if (byInput != 0) {
      return byInput;
    }
    Comparator<Object> order = inputs.get(left.input()).order;
    return order == null
        ? Arrived.comparePlaces(left, right)
        : order.compare(left.held(), right.held());
  }

  /** Writes an element with its place. */
  public void write(Arrived element, DataOutput out) throws IOException {
    Bytes.writeVarInt(element.input(), out);
    Bytes.writeVarInt(element.partition(), out);
    Origin origin = element.origin();
    out.writeBoolean(origin != null);
    if (origin != null) {
      origin.write(out);
    }
    inputs.get(element.input()).codec.write(element.held(), out);
  }

  /** Reads what {@link #write} wrote. */
  public Arrived read(DataInput in) throws IOException {
    int input = Bytes.readVarInt(in);
    int partition = Bytes.readVarInt(in);
    Origin origin = in.readBoolean() ? Origin.read(in) : null;
    return new Arrived(input, partition, origin, inputs.get(input).codec.read(in));
  }

  /** Elements as rows of an output: their values alone, whose places an output does not show. */
  public Codec<Object> rows() {
    return new Codec<>() {
      @Override
      public void write(Object row, DataOutput out) throws IOException {
        Arrived element = (Arrived) row;
        Bytes.writeVarInt(element.input(), out);
        inputs.get(element.input()).codec.write(element.held(), out);
      }

      @Override
      public Object read(DataInput in) throws IOException {
        int input = Bytes.readVarInt(in);
        return new Arrived(input, 0, null, inputs.get(input).codec.read(in));
      }
    };
  }
}
