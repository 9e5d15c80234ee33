package io.tidemark.core.codec;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The codec of the values a row, a key or a result can hold: null, {@code Long}, {@code Double},
 * {@code Boolean}, {@code String}, {@code Instant}, lists of these, and, where a program gives it,
 * {@code Integer}. Each value carries a tag of one byte.
 */
public final class ValueCodec implements Codec<@Nullable Object> {
  /** The one instance. */
  public static final ValueCodec INSTANCE = new ValueCodec();

  private static final int NULL = 0;
  private static final int LONG = 1;
  private static final int DOUBLE = 2;
  private static final int FALSE = 3;
  private static final int TRUE = 4;
  private static final int STRING = 5;
  private static final int INSTANT = 6;
  private static final int LIST = 7;
  private static final int INTEGER = 8;

  private ValueCodec() {}

  @Override
  public void write(@Nullable Object value, DataOutput out) throws IOException {
    if (value == null) {
      out.writeByte(NULL);
    } else if (value instanceof Long number) {
      out.writeByte(LONG);
      out.writeLong(number);
    } else if (value instanceof Double number) {
      out.writeByte(DOUBLE);
      out.writeDouble(number);
    } else if (value instanceof Boolean truth) {
      out.writeByte(truth ? TRUE : FALSE);
    } else if (value instanceof String text) {
      out.writeByte(STRING);
      Bytes.writeString(text, out);
    } else if (value instanceof Instant instant) {
      out.writeByte(INSTANT);
      out.writeLong(instant.getEpochSecond());
      out.writeInt(instant.getNano());
    } else if (value instanceof List<?> list) {
      out.writeByte(LIST);
      Bytes.writeVarInt(list.size(), out);
      for (Object member : list) {
        write(member, out);
      }
    } else if (value instanceof Integer number) {
      out.writeByte(INTEGER);
      out.writeInt(number);
    } else {
      throw new IOException(
          "not a value that a row, a key or a result can hold: type="
              + value.getClass().getName()
              + ", expected=String, Long, Integer, Double, Boolean, Instant or a list of these");
    }
  }

  @Override
  public @Nullable Object read(DataInput in) throws IOException {
    int tag = in.readByte();
    return switch (tag) {
      case NULL -> null;
      case LONG -> in.readLong();
      case DOUBLE -> in.readDouble();
      case FALSE -> false;
      case TRUE -> true;
      case STRING -> Bytes.readString(in);
      case INSTANT -> Instant.ofEpochSecond(in.readLong(), in.readInt());
      case LIST -> readList(in);
      case INTEGER -> in.readInt();
      default -> throw new IOException("no value has the tag " + tag);
    };
  }

  private List<@Nullable Object> readList(DataInput in) throws IOException {
    int size = Bytes.readVarInt(in);
    List<@Nullable Object> list = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      list.add(read(in));
    }
    return java.util.Collections.unmodifiableList(list);
  }
}
