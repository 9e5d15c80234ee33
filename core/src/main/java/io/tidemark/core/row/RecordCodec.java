package io.tidemark.core.row;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
import io.tidemark.core.codec.ValueCodec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Records of one class as bytes: how many components there are, then their values in order. The
 * names are not written, so components may be renamed, but not reordered.
 *
 * @param <R> the record class
 */
public final class RecordCodec<R extends Record> implements Codec<R> {
  private final RecordForm<R> form;

  private RecordCodec(RecordForm<R> form) {
    this.form = form;
  }

  /**
   * The codec of a record class.
   *
   * @throws IllegalArgumentException like {@link RecordForm#of}
   */
  public static <R extends Record> RecordCodec<R> of(Class<R> type) {
    return of(RecordForm.of(type));
  }

  /** The codec of records of the form. */
  public static <R extends Record> RecordCodec<R> of(RecordForm<R> form) {
    return new RecordCodec<>(form);
  }

  @Override
  public void write(R element, DataOutput out) throws IOException {
    @Nullable Object[] values = form.values(element);
    Bytes.writeVarInt(values.length, out);
    for (Object value : values) {
      ValueCodec.INSTANCE.write(value, out);
    }
  }

  @Override
  public R read(DataInput in) throws IOException {
    int size = Bytes.readVarInt(in);
    if (size != form.schema().size()) {
      throw new IOException(
          "a record was written with other components: record="
              + form.type().getName()
              + ", expected="
              + form.schema().size()
              + " components, actual="
              + size
              + "; a state belongs to one form of its records");
    }
    @Nullable Object[] values = new @Nullable Object[size];
    for (int i = 0; i < size; i++) {
      values[i] = ValueCodec.INSTANCE.read(in);
    }
    return form.make(values);
  }
}
