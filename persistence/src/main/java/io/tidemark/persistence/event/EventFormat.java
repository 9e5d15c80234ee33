package io.tidemark.persistence.event;

import io.tidemark.core.channel.PositionCodec;
import io.tidemark.core.codec.Blob;
import io.tidemark.core.codec.Bytes;
import io.tidemark.core.entity.Event;
import io.tidemark.core.keygroup.KeyGroupEvent;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.KeyBytes;
import io.tidemark.core.message.KeyCounts;
import io.tidemark.core.message.OutputDigest;
import io.tidemark.core.partition.Decision;
import io.tidemark.core.partition.PartitionEvent;
import io.tidemark.core.partition.RestCodec;
import io.tidemark.core.sink.SinkEvent;
import io.tidemark.core.substream.SubstreamEvent;
import io.tidemark.core.time.KeyState;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * How each event is written: a manifest that names the event and its version, and the fields in the
 * order of the record. A form once written stays readable: another form is another manifest, with a
 * golden file of the old bytes.
 */
public final class EventFormat {
  private static final String GENERATION_TAKEN = "generation-taken:1";
  private static final String DECIDED = "partition-decided:1";
  private static final String RESTED = "partition-rested:1";
  private static final String SUBSTREAM_ADVANCED = "substream-advanced:2";
  private static final String KEY_GROUP_ADVANCED = "key-group-advanced:2";
  private static final String KEY_GROUP_RUNG = "key-group-rung:1";
  private static final String COMMITTED = "sink-committed:2";

  private EventFormat() {}

  /**
   * The event's manifest.
   *
   * @throws IllegalArgumentException for an event of somebody else
   */
  public static String manifest(Object event) {
    if (event instanceof Event.GenerationTaken) {
      return GENERATION_TAKEN;
    } else if (event instanceof PartitionEvent.Decided) {
      return DECIDED;
    } else if (event instanceof PartitionEvent.Rested) {
      return RESTED;
    } else if (event instanceof SubstreamEvent.Advanced) {
      return SUBSTREAM_ADVANCED;
    } else if (event instanceof KeyGroupEvent.Advanced) {
      return KEY_GROUP_ADVANCED;
    } else if (event instanceof KeyGroupEvent.Rung) {
      return KEY_GROUP_RUNG;
    } else if (event instanceof SinkEvent.Committed) {
      return COMMITTED;
    }
    throw new IllegalArgumentException("not an event of an entity: " + event.getClass().getName());
  }

  /** The event's bytes. */
  public static byte[] write(Object event) {
    return Bytes.write(out -> write(event, out));
  }

  /**
   * The event that the bytes are.
   *
   * @throws IllegalArgumentException where the manifest names no event that this version knows
   */
  public static Event read(String manifest, byte[] bytes) {
    return Bytes.read(bytes, in -> read(manifest, in));
  }

  private static void write(Object event, DataOutput out) throws IOException {
    if (event instanceof Event.GenerationTaken taken) {
      Bytes.writeVarLong(taken.generation(), out);
      out.writeBoolean(taken.fence());
    } else if (event instanceof PartitionEvent.Decided decided) {
      decided.decision().write(out);
      writeKeys(decided.opened(), out);
      writeKeys(decided.woken(), out);
      Bytes.writeVarLong(decided.lowWater(), out);
      Bytes.writeVarLong(decided.outputLow(), out);
    } else if (event instanceof PartitionEvent.Rested rested) {
      Bytes.writeVarInt(rested.keys().size(), out);
      for (PartitionEvent.Rest rest : rested.keys()) {
        RestCodec.write(rest, out);
      }
    } else if (event instanceof SubstreamEvent.Advanced advanced) {
      write(advanced, out);
    } else if (event instanceof KeyGroupEvent.Advanced advanced) {
      write(advanced, out);
    } else if (event instanceof KeyGroupEvent.Rung rung) {
      out.writeLong(rung.clockMicros());
      Bytes.writeVarLong(rung.timers(), out);
      write(rung.advanced(), out);
    } else if (event instanceof SinkEvent.Committed committed) {
      out.writeLong(committed.committedMicros());
      Bytes.writeVarLong(committed.length(), out);
      Bytes.writeVarLong(committed.rows(), out);
      out.writeBoolean(committed.sealed());
      PositionCodec.writePositions(committed.positions(), out);
      PositionCodec.writeLows(committed.lows(), out);
      committed.digest().write(out);
    } else {
      throw new IOException("not an event of an entity: " + event.getClass().getName());
    }
  }

  private static void write(SubstreamEvent.Advanced advanced, DataOutput out) throws IOException {
    Bytes.writeString(advanced.partition().name(), out);
    Bytes.writeVarLong(advanced.fence(), out);
    Bytes.writeVarLong(advanced.position(), out);
    Bytes.writeVarLong(advanced.openedAt(), out);
    advanced.base().write(out);
    advanced.counts().write(out);
    KeyState.CODEC.write(advanced.key(), out);
    Bytes.writeVarLong(advanced.number(), out);
    advanced.outputs().write(out);
    PositionCodec.writePositions(advanced.durables(), out);
    advanced.delta().write(out);
    advanced.digest().write(out);
  }

  private static void write(KeyGroupEvent.Advanced advanced, DataOutput out) throws IOException {
    PositionCodec.writePositions(advanced.positions(), out);
    PositionCodec.writeLows(advanced.lows(), out);
    out.writeLong(advanced.appliedMicros());
    Bytes.writeVarLong(advanced.number(), out);
    advanced.outputs().write(out);
    PositionCodec.writePositions(advanced.durables(), out);
    advanced.delta().write(out);
    Bytes.writeVarLong(advanced.discarded(), out);
    advanced.digest().write(out);
  }

  private static Event read(String manifest, DataInput in) throws IOException {
    return switch (manifest) {
      case GENERATION_TAKEN -> new Event.GenerationTaken(Bytes.readVarLong(in), in.readBoolean());
      case DECIDED ->
          new PartitionEvent.Decided(
              Decision.read(in),
              readKeys(in),
              readKeys(in),
              Bytes.readVarLong(in),
              Bytes.readVarLong(in));
      case RESTED -> readRested(in);
      case SUBSTREAM_ADVANCED -> readSubstream(in);
      case KEY_GROUP_ADVANCED -> readKeyGroup(in);
      case KEY_GROUP_RUNG ->
          new KeyGroupEvent.Rung(in.readLong(), Bytes.readVarLong(in), readKeyGroup(in));
      case COMMITTED ->
          new SinkEvent.Committed(
              in.readLong(),
              Bytes.readVarLong(in),
              Bytes.readVarLong(in),
              in.readBoolean(),
              PositionCodec.readPositions(in),
              PositionCodec.readLows(in),
              OutputDigest.read(in));
      default -> throw new UnknownEvent(manifest);
    };
  }

  private static Event readSubstream(DataInput in) throws IOException {
    EntityId partition = EntityId.parse(Bytes.readString(in));
    if (!(partition instanceof EntityId.Partition of)) {
      throw new IOException("not a partition: " + partition.name());
    }
    return new SubstreamEvent.Advanced(
        of,
        Bytes.readVarLong(in),
        Bytes.readVarLong(in),
        Bytes.readVarLong(in),
        KeyCounts.read(in),
        KeyCounts.read(in),
        KeyState.CODEC.read(in),
        Bytes.readVarLong(in),
        Blob.read(in),
        PositionCodec.readPositions(in),
        Blob.read(in),
        OutputDigest.read(in));
  }

  private static KeyGroupEvent.Advanced readKeyGroup(DataInput in) throws IOException {
    return new KeyGroupEvent.Advanced(
        PositionCodec.readPositions(in),
        PositionCodec.readLows(in),
        in.readLong(),
        Bytes.readVarLong(in),
        Blob.read(in),
        PositionCodec.readPositions(in),
        Blob.read(in),
        Bytes.readVarLong(in),
        OutputDigest.read(in));
  }

  private static Event readRested(DataInput in) throws IOException {
    int size = Bytes.readVarInt(in);
    List<PartitionEvent.Rest> keys = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      keys.add(RestCodec.read(in));
    }
    return new PartitionEvent.Rested(keys);
  }

  private static void writeKeys(List<KeyBytes> keys, DataOutput out) throws IOException {
    Bytes.writeVarInt(keys.size(), out);
    for (KeyBytes key : keys) {
      key.write(out);
    }
  }

  private static List<KeyBytes> readKeys(DataInput in) throws IOException {
    int size = Bytes.readVarInt(in);
    List<KeyBytes> keys = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      keys.add(KeyBytes.read(in));
    }
    return keys;
  }
}
