package io.tidemark.persistence.journal;

import io.tidemark.core.codec.Hash64;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the store says about one entity, in one record that every write of the entity replaces.
 *
 * <p>The events of an entity form a hash chain: the link of event n is the hash of its bytes,
 * seeded with the link of event n−1; the link before event 1 is the hash of the entity's name. The
 * head holds the last link, so an event that is missing, altered, of another entity or out of place
 * shows on replay, as does one that is newer than the head. Snapshots are listed here with their
 * checksum and the link they continue from: whoever has the right head has the right everything.
 *
 * @param highest the number of the last event, 0 before the first
 * @param link the chain's link at {@code highest}
 * @param base the events up to this number are deleted
 * @param baseLink the chain's link at {@code base}
 * @param snapshots ascending by number
 * @param history bytes of the events above {@code base} that no recovery needs
 */
record Head(
    long highest, long link, long base, long baseLink, List<Snapshot> snapshots, long history) {
  private static final byte FORMAT = 1;
  private static final byte FORMAT_WITH_HISTORY = 2;
  private static final int FIXED_BYTES = 1 + 4 * Long.BYTES + 1;
  private static final int SNAPSHOT_BYTES = 4 * Long.BYTES + Integer.BYTES;

  Head {
    snapshots = List.copyOf(snapshots);
  }

  /** Without a history. */
  Head(long highest, long link, long base, long baseLink, List<Snapshot> snapshots) {
    this(highest, link, base, baseLink, snapshots, 0);
  }

  /**
   * One stored snapshot.
   *
   * @param number of the last event it covers
   * @param link the chain's link at that event
   * @param checksum of its record
   * @param takenMillis since 1970, as Pekko told it
   * @param length of its record in bytes
   */
  record Snapshot(long number, long link, long checksum, long takenMillis, int length) {}

  static Head empty(long nameHash) {
    return new Head(0, nameHash, 0, nameHash, List.of());
  }

  Head appended(long newHighest, long newLink) {
    return new Head(newHighest, newLink, base, baseLink, snapshots, history);
  }

  Head deletedTo(long newBase, long newBaseLink) {
    return new Head(highest, link, newBase, newBaseLink, snapshots, history);
  }

  Head withSnapshots(List<Snapshot> newSnapshots) {
    return new Head(highest, link, base, baseLink, newSnapshots, history);
  }

  Head withHistory(long newHistory) {
    return new Head(highest, link, base, baseLink, snapshots, newHistory);
  }

  Optional<Snapshot> snapshotAt(long number) {
    return snapshots.stream().filter(s -> s.number == number).findFirst();
  }

  /** The record, ending in a checksum that also covers the key through its hash. */
  byte[] encode(long nameHash) {
    boolean kept = history > 0;
    int length = FIXED_BYTES + (kept ? Long.BYTES : 0) + snapshots.size() * SNAPSHOT_BYTES;
    ByteBuffer out = ByteBuffer.allocate(length + Long.BYTES);
    out.put(kept ? FORMAT_WITH_HISTORY : FORMAT);
    out.putLong(highest).putLong(link).putLong(base).putLong(baseLink);
    if (kept) {
      out.putLong(history);
    }
    out.put((byte) snapshots.size());
    for (Snapshot s : snapshots) {
      out.putLong(s.number).putLong(s.link).putLong(s.checksum).putLong(s.takenMillis);
      out.putInt(s.length);
    }
    return out.putLong(Hash64.of(out.array(), 0, length, nameHash)).array();
  }

  /** The checksum in which an encoded record ends. */
  static long checksum(byte[] encoded) {
    return ByteBuffer.wrap(encoded).getLong(encoded.length - Long.BYTES);
  }

  /** Empty if the bytes are not a head of the entity with this name. */
  static Optional<Head> decode(byte[] encoded, long nameHash) {
    int length = encoded.length - Long.BYTES;
    if (length < FIXED_BYTES
        || Hash64.of(encoded, 0, length, nameHash) != checksum(encoded)
        || (encoded[0] != FORMAT && encoded[0] != FORMAT_WITH_HISTORY)) {
      return Optional.empty();
    }
    ByteBuffer in = ByteBuffer.wrap(encoded, 1, length - 1);
    long highest = in.getLong();
    long link = in.getLong();
    long base = in.getLong();
    long baseLink = in.getLong();
    long history = encoded[0] == FORMAT ? 0 : in.getLong();
    int count = in.get();
    List<Snapshot> snapshots = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      snapshots.add(
          new Snapshot(in.getLong(), in.getLong(), in.getLong(), in.getLong(), in.getInt()));
    }
    return Optional.of(new Head(highest, link, base, baseLink, snapshots, history));
  }
}
