package io.tidemark.core.join;

import io.tidemark.core.codec.Codec;
import io.tidemark.core.time.Time;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Instant;
import java.util.Objects;

/**
 * A row of a reference table as it is from a time on, or that it is gone from then on.
 *
 * @param effectiveMicros from when on it counts, in microseconds since 1970-01-01T00:00Z
 * @param row the row; of one that is gone, as it was last
 * @param gone whether there is no row of this key from the time on
 * @param <R> the type of the rows
 */
public record Version<R>(long effectiveMicros, R row, boolean gone) {
  /** Requires a row. */
  public Version {
    Objects.requireNonNull(row, "row");
  }

  /** A row as it is from the time on. */
  public static <R> Version<R> of(Instant effective, R row) {
    return new Version<>(micros(effective), row, false);
  }

  /** No row of this key from the time on. */
  public static <R> Version<R> gone(Instant effective, R last) {
    return new Version<>(micros(effective), last, true);
  }

  private static long micros(Instant effective) {
    return Time.micros(effective);
  }

  /** How they are written, with the codec of rows. */
  public static <R> Codec<Version<R>> codec(Codec<R> rows) {
    return new Codec<>() {
      @Override
      public void write(Version<R> version, DataOutput out) throws IOException {
        out.writeLong(version.effectiveMicros);
        out.writeBoolean(version.gone);
        rows.write(version.row, out);
      }

      @Override
      public Version<R> read(DataInput in) throws IOException {
        long effectiveMicros = in.readLong();
        boolean gone = in.readBoolean();
        return new Version<>(effectiveMicros, rows.read(in), gone);
      }
    };
  }
}
