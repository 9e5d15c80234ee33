package io.tidemark.persistence.journal;

import java.nio.ByteBuffer;

/** The tables of a shared journal, and how keys of a store are found in them. */
enum Table {
  EVENT("event", true, Keys.EVENT),
  SNAPSHOT("snapshot", true, Keys.SNAPSHOT),
  HEAD("head", false, Keys.HEAD),
  FENCE("fence", false, Keys.FENCE),
  WRITER("writer", false, Keys.WRITER);

  final String sqlName;

  /** Whether a key is a name and a number. */
  final boolean numbered;

  private final byte kind;

  Table(String sqlName, boolean numbered, byte kind) {
    this.sqlName = sqlName;
    this.numbered = numbered;
    this.kind = kind;
  }

  static Table of(byte kind) {
    for (Table table : values()) {
      if (table.kind == kind) {
        return table;
      }
    }
    throw new IllegalArgumentException("no table for keys of the kind " + (char) kind);
  }

  String name(byte[] key) {
    return numbered ? Keys.nameInNumbered(key) : Keys.nameIn(key);
  }

  byte[] key(String name) {
    byte[] bytes = Keys.name(name);
    byte[] key = new byte[1 + bytes.length];
    key[0] = kind;
    System.arraycopy(bytes, 0, key, 1, bytes.length);
    return key;
  }

  /** The key of the same name and another number. */
  static byte[] key(byte[] beside, long number) {
    byte[] key = beside.clone();
    ByteBuffer.wrap(key).putLong(key.length - Long.BYTES, number);
    return key;
  }

  String selectOne() {
    return "SELECT value FROM " + sqlName + " WHERE name = ?" + (numbered ? " AND number = ?" : "");
  }

  String selectNumbers() {
    return "SELECT number, value FROM "
        + sqlName
        + " WHERE name = ? AND number >= ? AND number < ? ORDER BY number";
  }

  String selectAll() {
    return "SELECT name, value FROM " + sqlName + " WHERE name > ? ORDER BY name";
  }
}
