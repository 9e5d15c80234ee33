package io.tidemark.core.entity;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SnapshotPaceTest {
  private static final int EVENTS = 3;
  private static final Event SMALL = new Event.GenerationTaken(1, true);

  private final SnapshotPace pace = new SnapshotPace(EVENTS);

  private record Large(int approximateBytes) implements Event {}

  private void write(int events, Event event) {
    for (int i = 0; i < events; i++) {
      pace.event(event);
    }
  }

  @Test
  void theFirstComesAfterSoManyEvents() {
    write(EVENTS - 1, new Large(1 << 20));
    assertThat(pace.isDue()).isFalse();
    write(1, SMALL);
    assertThat(pace.isDue()).isTrue();
  }

  @Test
  void aLargeStateWaitsForAsManyBytesOfEvents() {
    pace.snapshot(new byte[10 * Event.LEAST_BYTES]);
    write(9, SMALL);
    assertThat(pace.isDue()).isFalse();
    write(1, SMALL);
    assertThat(pace.isDue()).isTrue();
  }

  @Test
  void startsAnewWithEachSnapshot() {
    write(EVENTS, SMALL);
    byte[] snapshot = new byte[1];
    assertThat(pace.snapshot(snapshot)).isSameAs(snapshot);
    assertThat(pace.isDue()).isFalse();
    write(EVENTS, SMALL);
    assertThat(pace.isDue()).isTrue();
  }
}
