package io.tidemark.sharding.wire;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
import io.tidemark.core.message.AdmittedBatch;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Message;
import io.tidemark.core.message.Output;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Messages between members as bytes: a tag, then the parts in order; numbers in groups of seven
 * bits, times as differences from the one before, since those of a batch lie close together.
 *
 * <p>What a partition and its substreams tell each other never leaves a JVM and has no form.
 */
final class MessageForm {
  private static final int ELEMENTS = 1;
  private static final int OUTPUTS = 2;
  private static final int ACK = 3;
  private static final int OUTPUT_LOW = 4;
  private static final int REPORT = 5;
  private static final int PROGRESS = 6;
  private static final int PING = 7;

  private MessageForm() {}

  /**
   * Writes the message.
   *
   * @param to who receives it
   * @throws IllegalArgumentException for one that has no form
   */
  static void write(Message message, EntityId to, Payloads payloads, DataOutput out)
      throws IOException {
    if (message instanceof Message.Item item) {
      writeItem(item, payloads.between(item.from(), to), out);
    } else if (message instanceof Message.Ack ack) {
      start(ACK, ack.from(), ack.generation(), out);
      Bytes.writeVarLong(ack.delivered(), out);
      Bytes.writeVarLong(ack.durable(), out);
    } else if (message instanceof Message.OutputLow low) {
      start(OUTPUT_LOW, low.from(), low.generation(), out);
      Bytes.writeVarLong(low.low(), out);
    } else if (message instanceof Message.Report report) {
      start(REPORT, report.from(), report.generation(), out);
      out.writeLong(report.progressMicros());
      out.writeBoolean(report.sealed());
    } else if (message instanceof Message.Progress progress) {
      start(PROGRESS, new EntityId.Coordinator(), progress.generation(), out);
      out.writeLong(progress.progressMicros());
      out.writeBoolean(progress.sealed());
    } else if (message instanceof Message.Ping ping) {
      start(PING, new EntityId.Coordinator(), ping.generation(), out);
    } else {
      throw new IllegalArgumentException(
          "it stays with a partition and its substreams: message="
              + message.getClass().getSimpleName());
    }
  }

  /** Reads what {@link #write} wrote. */
  static Message read(EntityId to, Payloads payloads, DataInput in) throws IOException {
    int kind = in.readUnsignedByte();
    EntityId from = IdForm.read(in);
    long generation = Bytes.readVarLong(in);
    return switch (kind) {
      case ELEMENTS, OUTPUTS -> readItem(kind, from, generation, payloads.between(from, to), in);
      case ACK -> {
        long delivered = Bytes.readVarLong(in);
        yield new Message.Ack(from, generation, delivered, Bytes.readVarLong(in));
      }
      case OUTPUT_LOW ->
          new Message.OutputLow(IdForm.partition(from), generation, Bytes.readVarLong(in));
      case REPORT -> {
        long progress = in.readLong();
        yield new Message.Report(IdForm.member(from), generation, progress, in.readBoolean());
      }
      case PROGRESS -> {
        long progress = in.readLong();
        yield new Message.Progress(generation, progress, in.readBoolean());
      }
      case PING -> new Message.Ping(generation);
      default -> throw new IOException("no kind of message has the number " + kind);
    };
  }

  private static void start(int kind, EntityId from, long generation, DataOutput out)
      throws IOException {
    out.writeByte(kind);
    IdForm.write(from, out);
    Bytes.writeVarLong(generation, out);
  }

  private static void writeItem(Message.Item item, Codec<Object> values, DataOutput out)
      throws IOException {
    boolean elements = item.payload() instanceof Message.Elements;
    start(elements ? ELEMENTS : OUTPUTS, item.from(), item.generation(), out);
    Bytes.writeVarLong(item.number(), out);
    Bytes.writeVarLong(item.previous(), out);
    Bytes.writeVarInt(item.payload().size(), out);
    long before = 0;
    for (int i = 0; i < item.payload().size(); i++) {
      long time = time(item.payload(), i);
      writeDifference(time - before, out); // Wraps, and wraps back.
      before = time;
      values.write(value(item.payload(), i), out);
    }
  }

  private static long time(Message.Payload payload, int i) {
    return payload instanceof Message.Elements elements
        ? elements.slice().timeMicros(i)
        : ((Message.Outputs) payload).outputs().get(i).timeMicros();
  }

  private static Object value(Message.Payload payload, int i) {
    return payload instanceof Message.Elements elements
        ? elements.slice().value(i)
        : ((Message.Outputs) payload).outputs().get(i).value();
  }

  private static Message readItem(
      int kind, EntityId from, long generation, Codec<Object> values, DataInput in)
      throws IOException {
    long number = Bytes.readVarLong(in);
    long previous = Bytes.readVarLong(in);
    int size = Bytes.readCount(in);
    Message.Payload payload =
        kind == ELEMENTS ? readElements(size, values, in) : readOutputs(size, values, in);
    return new Message.Item(from, generation, number, previous, payload);
  }

  private static Message.Payload readElements(int size, Codec<Object> values, DataInput in)
      throws IOException {
    Object[] elements = new Object[size];
    long[] times = new long[size];
    long before = 0;
    for (int i = 0; i < size; i++) {
      before += readDifference(in);
      times[i] = before;
      elements[i] = values.read(in);
    }
    AdmittedBatch batch = new AdmittedBatch(elements, times, null, null);
    return new Message.Elements(new AdmittedBatch.Slice(batch, null, 0, size));
  }

  private static Message.Payload readOutputs(int size, Codec<Object> values, DataInput in)
      throws IOException {
    List<Output> outputs = new ArrayList<>(size);
    long before = 0;
    for (int i = 0; i < size; i++) {
      before += readDifference(in);
      outputs.add(new Output(before, values.read(in)));
    }
    return new Message.Outputs(List.copyOf(outputs));
  }

  /** Small numbers of either sign are short. */
  private static void writeDifference(long difference, DataOutput out) throws IOException {
    Bytes.writeVarLong((difference << 1) ^ (difference >> 63), out);
  }

  private static long readDifference(DataInput in) throws IOException {
    long zigzag = Bytes.readVarLong(in);
    return (zigzag >>> 1) ^ -(zigzag & 1);
  }
}
