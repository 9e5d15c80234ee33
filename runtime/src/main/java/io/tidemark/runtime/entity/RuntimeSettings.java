package io.tidemark.runtime.entity;

import java.time.Duration;

/**
 * Periods and bounds of the actors; none of them changes what comes out.
 *
 * @param tick how often a member is told that time has passed; also the precision of its periods
 * @param backoff how long incarnations wait after failures
 * @param draining how long what was read may take to be committed, once nothing more is read,
 *     before the pipeline ends all the same; short enough that a container is not killed meanwhile
 * @param settled nothing was recorded for so long: all that was read and can be is committed; above
 *     the age of unrecorded work at which entities write
 * @param stopping how long entities may take to end before they are ended abruptly
 * @param largestInbox the most messages that may wait at one entity: the credit of everyone
 *     upstream and what control messages need. Most can wait at a sink: an item of each substream
 *     whose outputs it has not committed, so at least the pipeline's bound for such outputs. What
 *     substreams say to their partition waits elsewhere, one statement each. At most half of {@code
 *     pekko.persistence.typed.stash-capacity}, which is checked at the start
 * @param plugins where entities keep their state
 */
public record RuntimeSettings(
    Duration tick,
    Backoff backoff,
    Duration draining,
    Duration settled,
    Duration stopping,
    int largestInbox,
    Plugins plugins) {

  /**
   * What follows outside failures of one entity.
   *
   * @param first how long the next incarnation waits after a first failure; doubles with each
   *     further one in a row
   * @param largest where doubling ends; longer than a round of reports, so that an entity that
   *     fails again and again does not keep the others from agreeing on a generation
   * @param failuresInARow so many without a successful write between them end the pipeline
   */
  public record Backoff(Duration first, Duration largest, int failuresInARow) {}

  /**
   * Plugins by their paths in the configuration; empty: the system's default.
   *
   * @param journal path of the journal plugin
   * @param snapshotStore path of the snapshot store plugin
   */
  public record Plugins(String journal, String snapshotStore) {}

  /** Refuses what would stop everything. */
  public RuntimeSettings {
    if (tick.isNegative() || tick.isZero() || backoff.failuresInARow < 1 || largestInbox < 1) {
      throw new IllegalArgumentException(
          "must be positive: tick="
              + tick
              + ", failuresInARow="
              + backoff.failuresInARow
              + ", largestInbox="
              + largestInbox);
    }
  }

  /** The shipped settings: a tick of 200 ms, back-off from 500 ms to 10 s, five failures. */
  public static RuntimeSettings defaults() {
    return new RuntimeSettings(
        Duration.ofMillis(200),
        new Backoff(Duration.ofMillis(500), Duration.ofSeconds(10), 5),
        Duration.ofSeconds(5),
        Duration.ofMillis(1_500),
        Duration.ofSeconds(10),
        5_000_000,
        new Plugins("", ""));
  }

  /** Another tick. */
  public RuntimeSettings withTick(Duration every) {
    return new RuntimeSettings(every, backoff, draining, settled, stopping, largestInbox, plugins);
  }

  /** Other waiting times after failures, and how many of them end the pipeline. */
  public RuntimeSettings withBackoff(Duration first, Duration largest, int failures) {
    Backoff other = new Backoff(first, largest, failures);
    return new RuntimeSettings(tick, other, draining, settled, stopping, largestInbox, plugins);
  }

  /** Another bound for what waits at one entity. */
  public RuntimeSettings withLargestInbox(int messages) {
    return new RuntimeSettings(tick, backoff, draining, settled, stopping, messages, plugins);
  }

  /** Other plugins, by their paths in the configuration. */
  public RuntimeSettings withPlugins(String journalPath, String snapshotStorePath) {
    Plugins other = new Plugins(journalPath, snapshotStorePath);
    return new RuntimeSettings(tick, backoff, draining, settled, stopping, largestInbox, other);
  }
}
