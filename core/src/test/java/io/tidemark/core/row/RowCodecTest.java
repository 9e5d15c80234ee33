package io.tidemark.core.row;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.row.Schema.Column;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowCodecTest {
  private static final Schema SCHEMA =
      new Schema(
          List.of(
              new Column("s", ColumnType.STRING),
              new Column("l", ColumnType.LONG),
              new Column("d", ColumnType.DOUBLE),
              new Column("b", ColumnType.BOOLEAN),
              new Column("t", ColumnType.TIMESTAMP),
              new Column("n", ColumnType.STRING)));

  @Test
  void readsBackWhatItWrites() {
    RowCodec codec = new RowCodec(SCHEMA);
    Object[] values = {"ä", -7L, 0.1, true, Instant.parse("2024-01-01T00:00:00.000001Z"), null};
    Row row = new Row(SCHEMA, values, "ä,-7,0.1,true,…,");

    byte[] bytes = Bytes.write(out -> codec.write(row, out));
    Row back = Bytes.read(bytes, codec::read);

    assertThat(back).isEqualTo(row);
    assertThat(back.text()).isEqualTo(row.text());
  }

  @Test
  void keepsThatARowHasNoText() {
    RowCodec codec = new RowCodec(new Schema(List.of()));
    Row row = new Row(codec.schema(), new Object[0], null);

    assertThat(Bytes.read(Bytes.write(out -> codec.write(row, out)), codec::read).text()).isNull();
  }
}
