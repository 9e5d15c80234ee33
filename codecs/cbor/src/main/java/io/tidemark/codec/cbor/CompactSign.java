package io.tidemark.codec.cbor;

import io.tidemark.core.codec.Bytes;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Instant;

/**
 * What a component of a record is in the compact form: the letter that stands for it in the shape
 * of the record, small where no value can be null, and how a value is written that is there.
 */
enum CompactSign {
  /** A {@code Long}; low numbers of either sign take few bytes. */
  WHOLE('n') {
    @Override
    void write(Object value, DataOutput out) throws IOException {
      writeSigned((Long) value, out);
    }

    @Override
    Object read(DataInput in) throws IOException {
      return readSigned(in);
    }
  },
  /** A {@code Double}. */
  REAL('d') {
    @Override
    void write(Object value, DataOutput out) throws IOException {
      out.writeDouble((Double) value);
    }

    @Override
    Object read(DataInput in) throws IOException {
      return in.readDouble();
    }
  },
  /** A {@code Boolean}. */
  TRUTH('b') {
    @Override
    void write(Object value, DataOutput out) throws IOException {
      out.writeBoolean((Boolean) value);
    }

    @Override
    Object read(DataInput in) throws IOException {
      return in.readBoolean();
    }
  },
  /** A {@code String}; the name of a constant of an enum is one. */
  TEXT('s') {
    @Override
    void write(Object value, DataOutput out) throws IOException {
      Bytes.writeString((String) value, out);
    }

    @Override
    Object read(DataInput in) throws IOException {
      return Bytes.readString(in);
    }
  },
  /** An {@code Instant}. */
  TIME('t') {
    @Override
    void write(Object value, DataOutput out) throws IOException {
      Instant time = (Instant) value;
      writeSigned(time.getEpochSecond(), out);
      Bytes.writeVarInt(time.getNano(), out);
    }

    @Override
    Object read(DataInput in) throws IOException {
      return Instant.ofEpochSecond(readSigned(in), Bytes.readVarInt(in));
    }
  };

  private final char letter;

  CompactSign(char letter) {
    this.letter = letter;
  }

  /** The sign of the letter, be it small or not. */
  static CompactSign of(char letter) throws IOException {
    for (CompactSign sign : values()) {
      if (sign.letter == Character.toLowerCase(letter)) {
        return sign;
      }
    }
    throw new IOException("no component of a record has the sign " + letter);
  }

  /** The letter. */
  char letter(boolean nullable) {
    return nullable ? Character.toUpperCase(letter) : letter;
  }

  abstract void write(Object value, DataOutput out) throws IOException;

  abstract Object read(DataInput in) throws IOException;

  private static void writeSigned(long number, DataOutput out) throws IOException {
    Bytes.writeVarLong((number << 1) ^ (number >> 63), out);
  }

  private static long readSigned(DataInput in) throws IOException {
    long written = Bytes.readVarLong(in);
    return (written >>> 1) ^ -(written & 1);
  }
}
