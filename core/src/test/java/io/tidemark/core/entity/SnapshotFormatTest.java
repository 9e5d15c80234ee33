package io.tidemark.core.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.message.EntityId;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class SnapshotFormatTest {
  private static final EntityId ROWS = new EntityId.Sink("rows");

  private static byte[] of(int version) {
    return new SnapshotFormat(version).write(out -> out.writeLong(7));
  }

  private static List<Long> readBy(int version, byte[] snapshot) {
    List<Long> read = new ArrayList<>();
    new SnapshotFormat(version).read(ROWS, snapshot, in -> read.add(in.readLong()));
    return read;
  }

  @Test
  void theVersionStandsFirst() {
    assertThat(of(3)).containsExactly(0, 3, 0, 0, 0, 0, 0, 0, 0, 7);
    assertThat(readBy(3, of(3))).containsExactly(7L);
    assertThat(readBy(255, of(255))).containsExactly(7L);
  }

  @Test
  void anotherVersionIsRefusedBeforeAnythingIsRead() {
    List<Long> read = new ArrayList<>();

    assertThatThrownBy(() -> new SnapshotFormat(2).read(ROWS, of(3), in -> read.add(in.readLong())))
        .isInstanceOf(UnreadableSnapshot.class)
        .hasMessage(
            "a snapshot of another version: entity=sink/rows, expected=2, actual=3; go on with the"
                + " build that wrote the state, or start anew with --fresh");
    assertThatThrownBy(() -> readBy(3, of(2))).isInstanceOf(UnreadableSnapshot.class);
    assertThat(read).isEmpty();
  }

  /** It began with a generation, or with the position of a substream. */
  @Property
  void aSnapshotOfBeforeThereWereVersionsIsRefused(@ForAll @LongRange(min = 1) long first) {
    byte[] old =
        Bytes.write(
            out -> {
              Bytes.writeVarLong(first, out);
              out.writeLong(1);
            });

    assertThatThrownBy(() -> readBy(1, old)).isInstanceOf(UnreadableSnapshot.class);
    assertThatThrownBy(() -> readBy(255, old)).isInstanceOf(UnreadableSnapshot.class);
  }

  @Test
  void aVersionThatSuchASnapshotCouldBeTakenForIsNone() {
    assertThatThrownBy(() -> new SnapshotFormat(256)).hasMessageContaining("actual=256");
    assertThatThrownBy(() -> new SnapshotFormat(0)).hasMessageContaining("actual=0");
  }
}
