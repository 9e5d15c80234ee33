package io.tidemark.core.window;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
import io.tidemark.core.codec.ValueCodec;
import io.tidemark.core.message.Arrived;
import io.tidemark.core.message.Origin;
import io.tidemark.core.row.ValueOrder;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/**
 * Where an element stands in the canonical order of a computation's elements: assigned time, then
 * the name of the source or stream it is of, then partition, file and offset; results of a stream
 * by window end, window start and key, or by key and number. No two elements have one position, and
 * it is the same however they came. Immutable.
 *
 * @param timeMicros its assigned time
 * @param input index of its source or stream in the order of the names
 * @param partition of its source; 0 of a result
 * @param file index of the file within the partition; 0 of a result
 * @param offset in the file; 0 of a result
 * @param rank of a result, what orders those of one time, by {@link ValueOrder}; empty of a source
 */
public record Position(
    long timeMicros, int input, int partition, int file, long offset, List<Object> rank)
    implements Comparable<Position> {
  /** How positions are written. */
  public static final Codec<Position> CODEC =
      new Codec<>() {
        @Override
        public void write(Position position, DataOutput out) throws IOException {
          out.writeLong(position.timeMicros);
          Bytes.writeVarInt(position.input, out);
          Bytes.writeVarInt(position.partition, out);
          Bytes.writeVarInt(position.file, out);
          Bytes.writeVarLong(position.offset, out);
          ValueCodec.INSTANCE.write(position.rank, out);
        }

        @Override
        @SuppressWarnings("unchecked")
        public Position read(DataInput in) throws IOException {
          long timeMicros = in.readLong();
          int input = Bytes.readVarInt(in);
          int partition = Bytes.readVarInt(in);
          int file = Bytes.readVarInt(in);
          long offset = Bytes.readVarLong(in);
          if (ValueCodec.INSTANCE.read(in) instanceof List<?> rank) {
            return new Position(timeMicros, input, partition, file, offset, (List<Object>) rank);
          }
          throw new IOException("a position without a rank");
        }
      };

  static Position of(long timeMicros, Arrived element, List<Object> rank) {
    Origin origin = element.origin();
    return new Position(
        timeMicros,
        element.input(),
        element.partition(),
        origin == null ? 0 : origin.file(),
        origin == null ? 0 : origin.position(),
        rank);
  }

  @Override
  public int compareTo(Position other) {
    int order = Long.compare(timeMicros, other.timeMicros);
    order = order != 0 ? order : Integer.compare(input, other.input);
    order = order != 0 ? order : Integer.compare(partition, other.partition);
    order = order != 0 ? order : Integer.compare(file, other.file);
    order = order != 0 ? order : Long.compare(offset, other.offset);
    return order != 0 ? order : ValueOrder.INSTANCE.compare(rank, other.rank);
  }
}
