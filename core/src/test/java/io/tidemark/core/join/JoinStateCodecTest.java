package io.tidemark.core.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
import io.tidemark.core.codec.GoldenBytes;
import io.tidemark.core.codec.ValueCodec;
import io.tidemark.core.transform.ChangingCodec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JoinStateCodecTest {
  @SuppressWarnings("unchecked")
  private final ChangingCodec<JoinState> codec =
      JoinStates.codec((Codec<Object>) (Codec<?>) ValueCodec.INSTANCE);

  private final JoinState state = JoinStates.sample();
  private byte[] whole = {};

  @BeforeEach
  void writeThem() {
    whole = changes();
  }

  private byte[] changes() {
    return Bytes.write(out -> codec.writeChanges(state, out));
  }

  private byte[] snapshot() {
    return Bytes.write(out -> codec.writeAll(state, out));
  }

  private JoinState read(@Nullable JoinState before, byte[] bytes) {
    return Bytes.read(bytes, in -> codec.readOnto(before, in));
  }

  private void assertIsState(JoinState read) {
    assertThat(read).hasToString(state.toString());
    assertThat(Bytes.write(out -> codec.writeAll(read, out))).isEqualTo(snapshot());
  }

  /** One gone, one met, two new of which one is gone again. */
  private void change() {
    state.rights.meet(JoinStates.last(state.rights));
    state.rights.remove();
    state.lefts.add(new Kept(400, 0, "passing", "passing"));
    state.lefts.remove();
    state.lefts.remove();
    state.lefts.add(new Kept(401, 0, "new", "new"));
  }

  @Test
  void aNewStateIsWrittenWhole() {
    assertThat(codec.isWritten(JoinStates.sample())).isFalse();
    assertThat(codec.isWritten(state)).isTrue();
    assertIsState(read(null, whole));
    assertThat(codec.isWritten(read(null, whole))).isTrue();
  }

  @Test
  void changesAreWhatCameWentAndMet() {
    change();

    assertIsState(read(read(null, whole), changes()));
  }

  @Test
  void changesAreOfTheSameSizeHoweverMuchIsKept() {
    for (int i = 0; i < 100; i++) {
      state.lefts.add(new Kept(500, 0, "left " + i, "left " + i));
    }
    changes();
    state.lefts.add(new Kept(501, 0, "left", "left"));

    assertThat(changes()).hasSizeLessThan(40);
  }

  @Test
  void changesAreReadOntoASnapshotThatHasSomeOfThem() {
    byte[] none = snapshot();
    state.lefts.add(new Kept(390, 0, "early", "early"));
    byte[] some = snapshot();
    state.lefts.meet(JoinStates.last(state.lefts));
    change();
    byte[] all = snapshot();
    byte[] changes = changes();

    for (byte[] snapshot : new byte[][] {none, some, all}) {
      assertIsState(read(read(null, snapshot), changes));
    }
  }

  @Test
  void changesAreReadOntoWhatOlderStoresHold() {
    JoinState old = GoldenBytes.read("join-state", codec::read);

    assertThat(old).hasToString(state.toString());
    assertThat(codec.isWritten(old)).isTrue();
    change();
    assertIsState(read(old, changes()));
  }

  @Test
  void changesOfAnotherStateAreRefused() {
    state.rights.clear();
    state.rights.add(new Kept(600, 1, 5L, 5L));
    changes();
    state.rights.add(new Kept(601, 1, 6L, 6L));
    byte[] changes = changes();

    assertThatThrownBy(() -> read(read(null, whole), changes))
        .hasMessageContaining("changes of a join are of another state")
        .hasMessageContaining("actual=3");
  }

  @Test
  void changesAreWhatTheyAlwaysWere() {
    change();

    GoldenBytes.assertWritten("join-state-changes", out -> codec.writeChanges(state, out));
    assertIsState(
        GoldenBytes.read("join-state-changes", in -> codec.readOnto(read(null, whole), in)));
  }
}
