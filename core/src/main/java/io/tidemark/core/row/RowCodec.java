package io.tidemark.core.row;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
import io.tidemark.core.codec.ValueCodec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Rows of one schema as bytes: the values in order, then the text if there is one. The columns are
 * not written: they are the pipeline's, which a state belongs to.
 */
public record RowCodec(Schema schema) implements Codec<Object> {
  @Override
  public void write(Object element, DataOutput out) throws IOException {
    Row row = (Row) element;
    for (int column = 0; column < schema.size(); column++) {
      ValueCodec.INSTANCE.write(row.get(column), out);
    }
    String text = row.text();
    out.writeBoolean(text != null);
    if (text != null) {
      Bytes.writeString(text, out);
    }
  }

  // A compiler before 17.0.19 does not tell NullAway that the array in Row may hold nulls.
  @SuppressWarnings("NullAway")
  @Override
  public Row read(DataInput in) throws IOException {
    @Nullable Object[] values = new Object[schema.size()];
    for (int column = 0; column < values.length; column++) {
      values[column] = ValueCodec.INSTANCE.read(in);
    }
    return new Row(schema, values, in.readBoolean() ? Bytes.readString(in) : null);
  }
}
