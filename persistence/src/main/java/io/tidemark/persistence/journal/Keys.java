package io.tidemark.persistence.journal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Where each kind of record lies in the store. The first byte is the kind; numbers are big-endian,
 * so that they are in order.
 *
 * <pre>
 *   c number               one group commit
 *   e entity 0 number      one event
 *   f authority            the newest fence of an authority
 *   h entity               the head of an entity
 *   s entity 0 number      one snapshot
 *   v                      the version of this layout
 *   w writer               what one of several writers has committed
 * </pre>
 *
 * <p>Entities and authorities are UTF-8 without U+0000, which ends the name in a key.
 */
final class Keys {
  static final byte EVENT = 'e';
  static final byte FENCE = 'f';
  static final byte HEAD = 'h';
  static final byte SNAPSHOT = 's';
  static final byte WRITER = 'w';
  private static final byte COMMIT = 'c';
  private static final byte VERSION = 'v';

  private Keys() {}

  static byte[] version() {
    return new byte[] {VERSION};
  }

  static byte[] commit(long number) {
    return ByteBuffer.allocate(9).put(COMMIT).putLong(number).array();
  }

  static byte[] event(byte[] entity, long number) {
    return numbered(EVENT, entity, number);
  }

  static byte[] snapshot(byte[] entity, long number) {
    return numbered(SNAPSHOT, entity, number);
  }

  static byte[] head(byte[] entity) {
    return named(HEAD, entity);
  }

  static byte[] fence(String authority) {
    return named(FENCE, name(authority));
  }

  static byte[] writer(String id) {
    return named(WRITER, name(id));
  }

  /** Everything of one kind that is not numbered. */
  static Store.Range all(byte kind) {
    return new Store.Range(new byte[] {kind}, new byte[] {(byte) (kind + 1)});
  }

  /** Whether keys of the kind end in a number. */
  static boolean isNumbered(byte kind) {
    return kind == EVENT || kind == SNAPSHOT || kind == COMMIT;
  }

  /** The name that a key of an event or a snapshot carries. */
  static String nameInNumbered(byte[] key) {
    return new String(key, 1, key.length - 10, StandardCharsets.UTF_8);
  }

  /** For messages. */
  static String describe(List<byte[]> keys) {
    return keys.stream()
        .map(
            key ->
                (char) key[0]
                    + " "
                    + (isNumbered(key[0]) ? nameInNumbered(key) + " " + number(key) : nameIn(key)))
        .collect(Collectors.joining(", ", "[", "]"));
  }

  static byte[] firstHead() {
    return new byte[] {HEAD};
  }

  static byte[] afterHeads() {
    return new byte[] {HEAD + 1};
  }

  static byte[] firstFence() {
    return new byte[] {FENCE};
  }

  static byte[] afterFences() {
    return new byte[] {FENCE + 1};
  }

  static byte[] firstCommit() {
    return new byte[] {COMMIT};
  }

  static byte[] afterCommits() {
    return new byte[] {COMMIT + 1};
  }

  /** Whether a key of nine bytes that starts there is one of a commit. */
  static boolean isCommit(byte[] bytes, int at) {
    return bytes[at] == COMMIT;
  }

  /** The number in which the key ends. */
  static long number(byte[] key) {
    return ByteBuffer.wrap(key).getLong(key.length - 8);
  }

  /** The name that a key of a head or a fence carries. */
  static String nameIn(byte[] key) {
    return new String(key, 1, key.length - 1, StandardCharsets.UTF_8);
  }

  static byte[] name(String name) {
    if (name.isEmpty() || name.indexOf('\0') >= 0) {
      throw new JournalException.Refused(
          "name cannot be kept in a journal: name=%s, allowed: not empty and without U+0000"
              .formatted(name.replace('\0', '\uFFFD')));
    }
    return name.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] named(byte kind, byte[] name) {
    byte[] key = new byte[1 + name.length];
    key[0] = kind;
    System.arraycopy(name, 0, key, 1, name.length);
    return key;
  }

  private static byte[] numbered(byte kind, byte[] name, long number) {
    byte[] key = Arrays.copyOf(named(kind, name), name.length + 10);
    ByteBuffer.wrap(key).putLong(name.length + 2, number);
    return key;
  }
}
