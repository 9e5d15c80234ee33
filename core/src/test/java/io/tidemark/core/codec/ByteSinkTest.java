package io.tidemark.core.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Both give and take what the JDK's streams do. */
class ByteSinkTest {
  private static void write(int kind, long value, DataOutput out) throws IOException {
    switch (kind) {
      case 0 -> out.writeBoolean(value > 0);
      case 1 -> out.writeByte((int) value);
      case 2 -> out.writeShort((int) value);
      case 3 -> out.writeChar((int) value);
      case 4 -> out.writeInt((int) value);
      case 5 -> out.writeLong(value);
      case 6 -> out.writeFloat(Float.intBitsToFloat((int) value));
      case 7 -> out.writeDouble(Double.longBitsToDouble(value));
      case 8 -> out.writeUTF("é" + value);
      case 9 -> out.write(new byte[] {1, 2, (byte) value}, 1, 2);
      default -> out.write((int) value);
    }
  }

  private static Object read(int kind, DataInput in) throws IOException {
    return switch (kind) {
      case 0 -> in.readBoolean();
      case 1 -> in.readByte();
      case 2 -> in.readShort();
      case 3 -> in.readChar();
      case 4 -> in.readInt();
      case 5 -> in.readLong();
      case 6 -> in.readFloat();
      case 7 -> in.readDouble();
      case 8 -> in.readUTF();
      case 9 -> {
        byte[] bytes = new byte[2];
        in.readFully(bytes);
        yield List.of(bytes[0], bytes[1], in.skipBytes(0));
      }
      default -> in.readUnsignedByte();
    };
  }

  @Property
  void whatIsWrittenIsWhatTheJdkWritesAndReads(
      @ForAll @Size(max = 60) List<Long> values, @ForAll int seed) throws IOException {
    ByteSink sink = new ByteSink(1);
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    DataOutput jdk = new DataOutputStream(expected);
    for (int i = 0; i < values.size(); i++) {
      write(Math.floorMod(seed + i, 11), values.get(i), sink);
      write(Math.floorMod(seed + i, 11), values.get(i), jdk);
    }
    byte[] bytes = sink.toByteArray();
    assertThat(bytes).isEqualTo(expected.toByteArray());
    ByteSource source = new ByteSource(bytes);
    DataInput other = new DataInputStream(new ByteArrayInputStream(bytes));
    List<Object> read = new ArrayList<>();
    List<Object> readByJdk = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      read.add(read(Math.floorMod(seed + i, 11), source));
      readByJdk.add(read(Math.floorMod(seed + i, 11), other));
    }
    assertThat(read).isEqualTo(readByJdk);
    assertThat(source.available()).isZero();
  }

  @Test
  void readingBeyondTheEndIsRefused() {
    ByteSource source = new ByteSource(new byte[7]);
    assertThatThrownBy(source::readLong)
        .isInstanceOf(EOFException.class)
        .hasMessageContainingAll("expected=8", "actual=7");
    assertThat(source.read(new byte[9], 0, 9)).isEqualTo(7);
    assertThat(source.read()).isEqualTo(-1);
  }
}
