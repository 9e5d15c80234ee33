package io.tidemark.runtime.entity;

import java.time.Duration;

/**
 * Periods and bounds of the actors; none of them changes what comes out.
 *
 * @param tick how often a member is told that time has passed; also the precision of its periods
 * @param firstBackoff how long the next incarnation waits after a first outside failure; doubles
 *     with each further one in a row
 * @param largestBackoff where doubling ends; longer than a round of reports, so that an entity that
 *     fails again and again does not keep the others from agreeing on a generation
 * @param failuresInARow so many outside failures of one entity without a successful write between
 *     them end the pipeline
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
 * @param journal path of the journal plugin in the configuration; empty: the system's default
 * @param snapshotStore path of the snapshot store plugin; empty: the system's default
 */
public record RuntimeSettings(
    Duration tick,
    Duration firstBackoff,
    Duration largestBackoff,
    int failuresInARow,
    Duration draining,
    Duration settled,
    Duration stopping,
    int largestInbox,
    String journal,
    String snapshotStore) {

  /** Refuses what would stop everything. */
  public RuntimeSettings {
    if (tick.isNegative() || tick.isZero() || failuresInARow < 1 || largestInbox < 1) {
      throw new IllegalArgumentException(
          "must be positive: tick="
              + tick
              + ", failuresInARow="
              + failuresInARow
              + ", largestInbox="
              + largestInbox);
    }
  }

  /** The shipped settings: a tick of 200 ms, back-off from 500 ms to 10 s, five failures. */
  public static RuntimeSettings defaults() {
    return new RuntimeSettings(
        Duration.ofMillis(200),
        Duration.ofMillis(500),
        Duration.ofSeconds(10),
        5,
        Duration.ofSeconds(5),
        Duration.ofMillis(1_500),
        Duration.ofSeconds(10),
        5_000_000,
        "",
        "");
  }

  /** Another tick. */
  public RuntimeSettings withTick(Duration every) {
    return new RuntimeSettings(
        every,
        firstBackoff,
        largestBackoff,
        failuresInARow,
        draining,
        settled,
        stopping,
        largestInbox,
        journal,
        snapshotStore);
  }

  /** Other waiting times after failures, and how many of them end the pipeline. */
  public RuntimeSettings withBackoff(Duration first, Duration largest, int failures) {
    return new RuntimeSettings(
        tick,
        first,
        largest,
        failures,
        draining,
        settled,
        stopping,
        largestInbox,
        journal,
        snapshotStore);
  }

  /** Another bound for what waits at one entity. */
  public RuntimeSettings withLargestInbox(int messages) {
    return new RuntimeSettings(
        tick,
        firstBackoff,
        largestBackoff,
        failuresInARow,
        draining,
        settled,
        stopping,
        messages,
        journal,
        snapshotStore);
  }

  /** Other plugins, by their paths in the configuration. */
  public RuntimeSettings withPlugins(String journalPath, String snapshotStorePath) {
    return new RuntimeSettings(
        tick,
        firstBackoff,
        largestBackoff,
        failuresInARow,
        draining,
        settled,
        stopping,
        largestInbox,
        journalPath,
        snapshotStorePath);
  }
}
