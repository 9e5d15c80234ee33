package io.tidemark.core.entity;

/**
 * Says when the events since an entity's last snapshot outweigh one: then reading them again takes
 * longer than reading another snapshot, and writing that one doubles at most what is written.
 *
 * <p>Weighed in bytes, by {@link Event#approximateBytes}. A large state is so written rarely, and a
 * small one after a number of events, since reading an event costs something whatever its size.
 */
public final class SnapshotPace {
  private final int leastEvents;
  private int events;
  private long bytes;
  private int snapshotBytes;

  /**
   * No event yet.
   *
   * @param leastEvents fewer do not bring a snapshot, however large they are
   */
  public SnapshotPace(int leastEvents) {
    this.leastEvents = leastEvents;
  }

  /** An event is written, or read in recovery. */
  public void event(Event event) {
    events++;
    bytes += event.approximateBytes();
  }

  /** Whether a snapshot is due. */
  public boolean isDue() {
    return events >= leastEvents && bytes >= snapshotBytes;
  }

  /** A snapshot was taken, or restored in recovery: it holds all events so far. Returns it. */
  public byte[] snapshot(byte[] snapshot) {
    events = 0;
    bytes = 0;
    snapshotBytes = snapshot.length;
    return snapshot;
  }
}
