package io.tidemark.sharding.wire;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.KeyBytes;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Identities of entities as bytes: a tag, and what the kind of entity consists of. */
final class IdForm {
  private static final int COORDINATOR = 0;
  private static final int PARTITION = 1;
  private static final int SUBSTREAM = 2;
  private static final int KEY_GROUP = 3;
  private static final int SINK = 4;

  private IdForm() {}

  static void write(EntityId id, DataOutput out) throws IOException {
    if (id instanceof EntityId.Coordinator) {
      out.writeByte(COORDINATOR);
    } else if (id instanceof EntityId.Partition partition) {
      out.writeByte(PARTITION);
      writePartition(partition, out);
    } else if (id instanceof EntityId.Substream substream) {
      out.writeByte(SUBSTREAM);
      writePartition(substream.partition(), out);
      substream.key().write(out);
    } else if (id instanceof EntityId.KeyGroup group) {
      out.writeByte(KEY_GROUP);
      Bytes.writeString(group.stream(), out);
      Bytes.writeVarInt(group.index(), out);
    } else if (id instanceof EntityId.Sink sink) {
      out.writeByte(SINK);
      Bytes.writeString(sink.sink(), out);
    } else {
      throw new AssertionError("unknown entity " + id);
    }
  }

  static EntityId read(DataInput in) throws IOException {
    int kind = in.readUnsignedByte();
    return switch (kind) {
      case COORDINATOR -> new EntityId.Coordinator();
      case PARTITION -> readPartition(in);
      case SUBSTREAM -> {
        EntityId.Partition partition = readPartition(in);
        yield new EntityId.Substream(partition, KeyBytes.read(in));
      }
      case KEY_GROUP -> {
        String stream = Bytes.readString(in);
        yield new EntityId.KeyGroup(stream, Bytes.readVarInt(in));
      }
      case SINK -> new EntityId.Sink(Bytes.readString(in));
      default -> throw new IOException("no kind of entity has the number " + kind);
    };
  }

  static EntityId.Partition partition(EntityId id) throws IOException {
    if (id instanceof EntityId.Partition partition) {
      return partition;
    }
    throw new IOException("a partition speaks here, not " + id.name());
  }

  static EntityId.Member member(EntityId id) throws IOException {
    if (id instanceof EntityId.Member member) {
      return member;
    }
    throw new IOException("a member speaks here, not " + id.name());
  }

  private static void writePartition(EntityId.Partition partition, DataOutput out)
      throws IOException {
    Bytes.writeString(partition.source(), out);
    Bytes.writeVarInt(partition.index(), out);
  }

  private static EntityId.Partition readPartition(DataInput in) throws IOException {
    String source = Bytes.readString(in);
    return new EntityId.Partition(source, Bytes.readVarInt(in));
  }
}
