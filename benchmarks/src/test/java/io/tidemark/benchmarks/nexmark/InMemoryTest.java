package io.tidemark.benchmarks.nexmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
import io.tidemark.core.source.Offset;
import io.tidemark.core.source.PartitionReader;
import io.tidemark.core.source.RecordBatch;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class InMemoryTest {
  private static final List<SideRow> ROWS =
      List.of(new SideRow(0, "a"), new SideRow(1, "b"), new SideRow(2, "c"));

  private static RecordBatch read(long from, int maxRecords) throws Exception {
    InMemory<SideRow> source = new InMemory<>(SideRow.class, List.of(List.of(), ROWS));
    assertThat(source.partitions()).containsExactly("0", "1");
    try (PartitionReader reader = source.open(1)) {
      return reader.read(new Offset(0, from), maxRecords);
    }
  }

  @Test
  void readsOnFromAnOffset() throws Exception {
    RecordBatch batch = read(1, 1);

    assertThat(batch.value(0)).isEqualTo(ROWS.get(1));
    assertThat(batch.end()).isEqualTo(new Offset(0, 2));
    assertThat(batch.endOfInput()).isFalse();
  }

  @Test
  void endsWithItsLastElement() throws Exception {
    assertThat(read(1, 10).endOfInput()).isTrue();
    assertThat(read(1, 10).size()).isEqualTo(2);
  }

  @Test
  void eventsHaveTheCompactForm() {
    Codec<Event> codec = new InMemory<>(Event.class, List.of()).codec().orElseThrow();
    Event bid = new Bid(1007, 2001, 95, Instant.EPOCH, "extra");

    byte[] bytes = Bytes.write(out -> codec.write(bid, out));
    assertThat(new String(bytes, StandardCharsets.UTF_8))
        .contains("Bid(auction:n,bidder:n,price:n,time:T,extra:S)");
    assertThat(Bytes.read(bytes, codec::read)).isEqualTo(bid);
  }
}
