package io.tidemark.core.codec;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * How values of one type become bytes and come back.
 *
 * <p>Deterministic: equal values give equal bytes, on every JVM. A codec is stateless and
 * thread-safe. Bytes once written stay readable: a codec that changes its form writes a version.
 *
 * @param <T> the type of the values; never null unless the codec says so
 */
public interface Codec<T extends @Nullable Object> {
  /** Appends the value's bytes. */
  void write(T value, DataOutput out) throws IOException;

  /** Reads one value, exactly the bytes that {@link #write} wrote. */
  T read(DataInput in) throws IOException;
}
