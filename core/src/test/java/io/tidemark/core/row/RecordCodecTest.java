package io.tidemark.core.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.core.codec.Bytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.WithNull;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecordCodecTest {
  private record All(
      @Nullable String text,
      int small,
      @Nullable Integer smallOrNone,
      long large,
      @Nullable Long largeOrNone,
      double real,
      @Nullable Double realOrNone,
      boolean truth,
      @Nullable Boolean truthOrNone,
      @Nullable Instant time) {}

  private record Pair(long a, long b) {}

  private record Single(long a) {}

  private record Priced(List<String> prices) {}

  private record Small(int number) {}

  private static <R extends Record> R copy(RecordCodec<R> codec, R element) {
    return Bytes.read(Bytes.write(out -> codec.write(element, out)), codec::read);
  }

  @Property
  void bringsBackWhatItWrote(
      @ForAll @WithNull String text,
      @ForAll int small,
      @ForAll @WithNull Integer smallOrNone,
      @ForAll long large,
      @ForAll @WithNull Long largeOrNone,
      @ForAll double real,
      @ForAll @WithNull Double realOrNone,
      @ForAll boolean truth,
      @ForAll @WithNull Boolean truthOrNone) {
    // Half a surrogate pair has no UTF-8.
    String whole = text == null ? null : text.replaceAll("\\p{Cs}", "?");
    All all =
        new All(
            whole,
            small,
            smallOrNone,
            large,
            largeOrNone,
            real,
            realOrNone,
            truth,
            truthOrNone,
            largeOrNone == null ? null : Instant.ofEpochSecond(small, 7_000));

    assertThat(copy(RecordCodec.of(All.class), all)).isEqualTo(all);
  }

  @Test
  void refusesBytesOfAnotherRecord() throws IOException {
    byte[] bytes = Bytes.write(out -> RecordCodec.of(Pair.class).write(new Pair(1, 2), out));

    assertThatThrownBy(() -> Bytes.read(bytes, RecordCodec.of(Single.class)::read))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("expected=1 components, actual=2");
  }

  @Test
  void refusesAComponentThatNoRowHolds() {
    assertThatThrownBy(() -> RecordCodec.of(Priced.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("record=Priced, component=prices, type=java.util.List")
        .hasMessageContaining("use String, int, long");
  }

  @Test
  void refusesALongThatIsNoInt() {
    RecordForm<Small> form = RecordForm.of(Small.class);

    assertThat(form.make(new Object[] {7L})).isEqualTo(new Small(7));
    assertThatThrownBy(() -> form.make(new Object[] {1L << 40}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("component=number, expected=an int, actual=1099511627776");
  }
}
