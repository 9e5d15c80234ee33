package io.tidemark.persistence.journal;

import java.util.function.Supplier;

/**
 * Words for damage: each names the place, the subject, what was found and what to do.
 *
 * @param kind what the place is: {@code directory} or {@code database}
 * @param place the journal's directory or database, or that it is in memory
 * @param files looks for the files in which the engine's own checksums are wrong and names them,
 *     empty if there are none; slow, and only asked when there is damage
 * @param remedy what to do
 */
record Damage(String kind, String place, Supplier<String> files, String remedy) {
  private static final String REMEDY =
      "; keep a copy of the directory, then restore a backup of it or start anew with --fresh";
  private static final String DATABASE_REMEDY =
      "; stop all nodes, keep a copy of the database, then restore a backup of the whole database (docs/operate.md)";

  /** Of a directory. */
  Damage(String place, Supplier<String> files) {
    this("directory", place, files, REMEDY);
  }

  static Damage inMemory() {
    return new Damage("(in memory)", () -> "");
  }

  /** Of a database, which names its own tables. */
  static Damage ofDatabase(String url) {
    return new Damage("database", url, () -> "", DATABASE_REMEDY);
  }

  /** The journal in messages. */
  String subject() {
    return kind + "=" + place;
  }

  JournalException.Damaged ofEvent(String entity, long number, String found) {
    return damaged("entity=%s, event=%d, found=%s".formatted(entity, number, found));
  }

  JournalException.Damaged ofHead(String entity, String found) {
    return damaged("entity=%s, record=head, found=%s".formatted(entity, found));
  }

  JournalException.Damaged ofSnapshot(String entity, long number, String found) {
    return damaged("entity=%s, snapshot=%d, found=%s".formatted(entity, number, found));
  }

  JournalException.Damaged ofCommits(String found) {
    return damaged(found);
  }

  JournalException.Damaged ofFile(String file, String found) {
    return new JournalException.Damaged(
        "journal is damaged: %s, file=%s, %s%s".formatted(subject(), file, found, remedy));
  }

  private JournalException.Damaged damaged(String what) {
    return new JournalException.Damaged(
        "journal is damaged: %s, %s%s%s".formatted(subject(), what, files.get(), remedy));
  }
}
