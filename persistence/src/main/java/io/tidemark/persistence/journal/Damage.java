package io.tidemark.persistence.journal;

import java.util.function.Supplier;

/**
 * Words for damage: each names the place, the subject, what was found and what to do.
 *
 * @param place the journal's directory, or that it is in memory
 * @param files looks for the files in which the engine's own checksums are wrong and names them,
 *     empty if there are none; slow, and only asked when there is damage
 */
record Damage(String place, Supplier<String> files) {
  private static final String REMEDY =
      "; keep a copy of the directory, then restore a backup of it or start anew with --fresh";

  static Damage inMemory() {
    return new Damage("(in memory)", () -> "");
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
        "journal is damaged: directory=%s, file=%s, %s%s".formatted(place, file, found, REMEDY));
  }

  private JournalException.Damaged damaged(String what) {
    return new JournalException.Damaged(
        "journal is damaged: directory=%s, %s%s%s".formatted(place, what, files.get(), REMEDY));
  }
}
