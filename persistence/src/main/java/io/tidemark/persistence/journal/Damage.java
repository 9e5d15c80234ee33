package io.tidemark.persistence.journal;

/**
 * Words for damage: each names the place, the subject, what was found and what to do.
 *
 * @param place the journal's directory, or that it is in memory
 */
record Damage(String place) {
  private static final String REMEDY =
      "; keep a copy of the directory, then restore a backup of it or start anew with --fresh";

  JournalException.Damaged ofEvent(String entity, long number, String found) {
    return new JournalException.Damaged(
        "journal is damaged: directory=%s, entity=%s, event=%d, found=%s%s"
            .formatted(place, entity, number, found, REMEDY));
  }

  JournalException.Damaged ofEvent(String entity, long number, Store.StoreFailure cause) {
    return new JournalException.Damaged(
        "journal is damaged: directory=%s, entity=%s, event=%d, found=%s%s"
            .formatted(place, entity, number, cause.getMessage(), REMEDY),
        cause);
  }

  JournalException.Damaged ofHead(String entity, String found) {
    return new JournalException.Damaged(
        "journal is damaged: directory=%s, entity=%s, record=head, found=%s%s"
            .formatted(place, entity, found, REMEDY));
  }

  JournalException.Damaged ofSnapshot(String entity, long number, String found) {
    return new JournalException.Damaged(
        "journal is damaged: directory=%s, entity=%s, snapshot=%d, found=%s%s"
            .formatted(place, entity, number, found, REMEDY));
  }

  JournalException.Damaged ofCommits(String found) {
    return new JournalException.Damaged(
        "journal is damaged: directory=%s, %s%s".formatted(place, found, REMEDY));
  }

  JournalException.Damaged ofFile(String file, String found) {
    return new JournalException.Damaged(
        "journal is damaged: directory=%s, file=%s, %s%s".formatted(place, file, found, REMEDY));
  }
}
