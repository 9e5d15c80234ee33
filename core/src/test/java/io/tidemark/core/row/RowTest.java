package io.tidemark.core.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class RowTest {
  private static final Schema SCHEMA =
      new Schema(List.of(new Schema.Column("my col", ColumnType.LONG)));

  @Test
  void givesTheValueOfAColumnByItsName() {
    Row row = new Row(SCHEMA, new Object[] {7L}, null);

    assertThat(row.get("my col")).isEqualTo(7L);
    assertThatThrownBy(() -> row.get("other"))
        .hasMessageContaining("a row has no such column: column=other");
  }
}
