package io.tidemark.core.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class CodecsTest {
  private record Count(long count, Instant last) {}

  private record Empty() {}

  private record Several(List<String> names) {}

  private static <T> void assertComesBack(Class<T> type, T value) {
    Codec<T> codec = Codecs.of(type);
    T read = Bytes.read(Bytes.write(out -> codec.write(value, out)), codec::read);
    assertThat(read).isEqualTo(value);
  }

  @Test
  void codesWhatARowHolds() {
    assertThat(Codecs.of(Count.class)).isInstanceOf(RecordCodec.class);
    assertComesBack(Count.class, new Count(3, Instant.EPOCH));
    assertComesBack(Empty.class, new Empty());
    assertComesBack(String.class, "text");
    assertComesBack(Long.class, 5L);
    assertComesBack(Integer.class, 5);
    assertComesBack(Double.class, 0.5);
    assertComesBack(Boolean.class, true);
    assertComesBack(Instant.class, Instant.EPOCH);
  }

  @Test
  void refusesOtherTypesWhereNothingElseCodesThem() {
    assertThatThrownBy(() -> Codecs.of(Several.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("type=" + Several.class.getName())
        .hasMessageContaining("put tidemark-codec-cbor on the class path")
        .hasMessageContaining("or give a codec");
  }
}
